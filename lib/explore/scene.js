// The scene: one board from the first digit to slack. A chapter names the parts that it needs, which
// lib/explore/scene.py lists, and nothing else is drawn. A classic script, because a browser loads no module from
// a file; in a kernel it is one.
"use strict";

const scene = (() => {
  // Coordinates go from -4 to 4 in steps of 1/8: sums and products are exact, so ties fall as in lib.
  const REACH = 4, STEP = 1 / 8, MOST = 20, SIZE = (2 * REACH) / STEP + 1;

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const length = (a) => Math.hypot(a[0], a[1]);
  const times = (a, factor) => [factor * a[0], factor * a[1]];
  const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
  const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
  const between = (a, b, share) => [0, 1].map((k) => a[k] + share * (b[k] - a[k]));
  const onBoard = (p) => p.map((c) => Math.max(-REACH, Math.min(REACH, c)));
  const onGrid = (p) => onBoard(p.map((c) => STEP * Math.round(c / STEP)));

  // Pictures as SVG text, SIDE wide. `plane` takes a point to its place in the picture.
  const SIDE = 360, UNIT = 153; // so that the disc of a point at the edge fits
  const plane = (reach) => ([a, b]) => [SIDE / 2 + (UNIT * a) / reach, SIDE / 2 - (UNIT * b) / reach];
  const place = (p) => `${p[0].toFixed(1)},${p[1].toFixed(1)}`;
  const polygon = (kind, list) => `<polygon class="${kind}" points="${list.map(place).join(" ")}"/>`;
  const line = (kind, ...list) => `<polyline class="${kind}" points="${list.map(place).join(" ")}"/>`;
  // Letters that stand for something are slanted, as in formulas; those of tags are not.
  const slanted = (words, tag = "tspan") => `${words}`.replace(
    /(?<![A-Za-zα-ω<])(?:yx|γt|[b-zB-HJ-Zα-ω])(?![A-Za-zα-ω>])/g, `<${tag} style="font-style: italic">$&</${tag}>`);
  // As HTML, where no line breaks beside a sign of relation.
  const html = (words) => slanted(words.replace(/(\([^()]*\)|\S+) (?:[=≤≥]|&lt;) (\([^()]*\)|\S+)/g,
    '<span style="white-space: nowrap">$&</span>'), "i");
  const text = (anchor, [x, y], words, kind = "") => (
    `<text class="${kind}" text-anchor="${anchor}" x="${x}" y="${y}">${slanted(words)}</text>`);
  // Of the words in a picture, in its own units; none is known of a widget that no page shows yet.
  const em = (svg) => parseFloat(getComputedStyle(svg).fontSize) || 13;
  const arrow = (kind, from, to) => {
    const way = minus(to, from), turn = (180 / Math.PI) * Math.atan2(way[1], way[0]);
    return line(`arrow ${kind}`, from, to) + `<path class="tip ${kind}" d="M1,0l-11,4v-8z" transform="translate(${
      place(to)}) rotate(${turn}) scale(${Math.min(1, length(way) / 16)})"/>`;
  };
  const axes = `<path class="axis" d="M0,${SIDE / 2}H${SIDE}M${SIDE / 2},0V${SIDE}"/>`;
  const number = (c) => (Math.abs(c) < 1e-9 ? "0" : `${+c.toPrecision(4)}`.replace("-", "−"));
  const sign = (y) => (y > 0 ? "+1" : "−1");
  const side = (y) => (y > 0 ? "positive" : "negative");
  const pair = ([a, b]) => `(${number(a)}, ${number(b)})`;
  const named = (i, row) => `Point ${i}, ${sign(row[2])}, at ${pair(row)}`;

  // What is computed, held to lib by tests/test_learners.py

  const PASSES = 100;

  const signed = (points) => points.map(([x1, x2, y]) => [y * x1, y * x2]);

  // lib.perceptron.perceptron on rows [x1, x2, y], with max_passes = PASSES.
  function perceptron(points, start = [0, 0]) {
    const weights = [start], mistakes = [];
    for (let pass = 0; pass < PASSES; pass++) {
      const before = mistakes.length;
      signed(points).forEach((z, i) => {
        const w = weights.at(-1);
        if (dot(w, z) <= 0) {
          weights.push(plus(w, z));
          mistakes.push(i);
        }
      });
      if (mistakes.length === before) return { mistakes, weights, halted: true };
    }
    return { mistakes, weights, halted: false };
  }

  // The perceptron and hinge SGD with λ = ½ on the same examples, one after another, in five passes. The weights of
  // hinge SGD are 2/t times the sum of yx over its margin errors: so no score is rounded.
  function together(points) {
    const run = { weights: [[0, 0]], others: [[0, 0]], mistakes: [], added: [[]], halted: true };
    const rows = signed(points);
    let total = [0, 0];
    for (let t = 1; t <= 5 * rows.length; t++) {
      const i = (t - 1) % rows.length, z = rows[i], w = run.weights.at(-1);
      const mistake = dot(w, z) <= 0, short = 2 * dot(total, z) < Math.max(1, t - 1);
      if (short) total = plus(total, z);
      run.mistakes.push(i); // what comes, as in a run of the perceptron alone
      run.weights.push(mistake ? plus(w, z) : w);
      run.others.push(times(total, 2 / t));
      run.added.push([mistake && "a mistake of the perceptron", short && "a margin error of hinge SGD"].filter(Boolean).join(" and "));
    }
    return run;
  }

  // The mean perceptron loss of the weights w, lib.figures.perceptron_as_descent.mean_loss.
  const loss = (points, w) => sum(signed(points).map((z) => Math.max(0, -dot(w, z)))) / points.length;

  const PRICES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, Infinity];

  const sum = (list) => list.reduce((all, c) => all + c, 0);
  const combine = (shares, vectors) => [0, 1].map((k) => sum(shares.map((share, i) => share * vectors[i][k])));
  const sides = (points) => [1, -1].map((y) => points.map((_, i) => i).filter((i) => points[i][2] === y));

  // The shares of at most three atoms (s, v) whose mean has the greatest s - ½‖v‖². In the plane no
  // optimum needs more: of one atom, of two, or of three, solve for it where it is no corner.
  function mix(atoms) {
    let best = { value: -Infinity };
    const offer = (some, shares) => {
      if (!shares.every((share) => share > 0)) return;
      const v = combine(shares, some.map((atom) => atom.v));
      const value = sum(shares.map((share, k) => share * some[k].s)) - dot(v, v) / 2;
      if (value > best.value) best = { value, v, atoms: some, shares };
    };
    atoms.forEach((a, i) => {
      offer([a], [1]);
      atoms.slice(0, i).forEach((b, j) => {
        const d = minus(b.v, a.v), up = b.s - a.s, t = (up - dot(a.v, d)) / dot(d, d);
        offer([a, b], [1 - t, t]);
        for (const c of atoms.slice(0, j)) {
          const e = minus(c.v, a.v), further = c.s - a.s, det = d[0] * e[1] - d[1] * e[0];
          const v = [(up * e[1] - further * d[1]) / det, (further * d[0] - up * e[0]) / det];
          const from = minus(v, a.v), p = (from[0] * e[1] - from[1] * e[0]) / det;
          const q = (d[0] * from[1] - d[1] * from[0]) / det;
          offer([a, b, c], [1 - p - q, p, q]);
        }
      });
    });
    return best;
  }

  // The dual, exactly: an optimum is the mean of at most three corners of the set of feasible α. Ask for
  // the corner that improves most on the mean found so far, mix, and let go of what has no share. The
  // value rises at each turn and sets of corners are finitely many, so it ends where nothing improves.
  function climb(points, corner, worth) {
    const atom = (w) => {
      const alpha = corner(w);
      return { alpha, s: worth * sum(alpha), v: combine(alpha.map((a, i) => a * points[i][2]), points) };
    };
    let best = mix([atom([0, 0])]);
    for (;;) {
      const next = mix([...best.atoms, atom(best.v)]);
      if (!(next.value > best.value)) break;
      best = next;
    }
    const alpha = points.map((_, i) => sum(best.shares.map((share, k) => share * best.atoms[k].alpha[i])));
    return { v: length(best.v) < 1e-10 ? [0, 0] : best.v, alpha }; // what is shorter is rounding
  }

  // The unit u with the largest margin γ, or null. It points to what is nearest to 0 in the convex hull of the yx.
  function separator(points) {
    const rows = signed(points);
    const { v } = climb(points, (w) => {
      const scores = rows.map((z) => dot(w, z)), lowest = scores.indexOf(Math.min(...scores));
      return scores.map((_, i) => +(i === lowest));
    }, 0);
    const u = times(v, 1 / length(v)), gamma = Math.min(...rows.map((z) => dot(z, u)));
    return gamma > 1e-9 ? { u, gamma } : null; // on the grid, no margin lies between 0 and 1/1000
  }

  // Minimize ½‖w‖² + C Σξ subject to y f >= 1 - ξ on rows [x1, x2, y]; an infinite price allows no slack.
  // All b from low to high are optimal, and b is the middle; p and q are the points that α weighs in the
  // hulls of the two classes, where no example has a share above `most`.
  function solve(points, C) {
    const hard = C === Infinity;
    const [up, down] = sides(points), one = !up.length || !down.length;
    // The corner of the dual in direction w: so many pairs, lowest positive and highest negative first.
    const corner = (w, weight, wanted) => {
      const score = (i) => dot(w, points[i]), alpha = points.map(() => 0);
      const low = up.toSorted((i, j) => score(i) - score(j)), high = down.toSorted((i, j) => score(j) - score(i));
      low.forEach((i, k) => {
        if (k < high.length && wanted(k, score(i) - score(high[k]))) alpha[i] = alpha[high[k]] = weight;
      });
      return alpha;
    };
    let { v: w, alpha } = climb(points, (v) => corner(v, 1, (k) => k === 0), 0);
    const apart = dot(w, w), separable = !one && apart > 1e-9; // the grid has no distance so short but 0
    if (separable) [w, alpha] = [times(w, 2 / apart), alpha.map((a) => (2 * a) / apart)];
    // Where no multiplier exceeds C, the soft margin is the hard one.
    const failed = hard && !one && !separable;
    if (!failed && !(separable && Math.max(...alpha) <= C)) {
      ({ v: w, alpha } = climb(points, (v) => corner(v, C, (_, climbs) => climbs < 2), 1));
      alpha = alpha.map((a) => Math.min(a, C)); // rounding
    }
    const shares = alpha, sumOfShares = sum(shares);
    if (failed) alpha = alpha.map(() => 0); // the dual has no optimum, only p = q
    const some = alpha.map((a) => a > 1e-9 * Math.max(...alpha)), room = alpha.map((a) => a < (1 - 1e-9) * C);
    const kinds = some.map((positive, i) => (!positive ? "" : room[i] ? "free" : "bound"));
    // α < C wants y f >= 1, and α > 0 wants y f <= 1: each example bounds b from one side, or from both.
    const bounds = (y) => points.filter((x, i) => (x[2] === y ? room : some)[i]).map((x) => x[2] - dot(w, x));
    let low = Math.max(...bounds(1)), high = Math.min(...bounds(-1));
    const b = one ? points[0][2] : (low + high) / 2;
    if (!(high - low > 1e-9)) low = high = b;
    const g = points.map((x) => x[2] * (dot(w, x) + b)), xi = g.map((y) => (hard || y > 1 - 1e-9 ? 0 : 1 - y));
    const total = sum(alpha), half = dot(w, w) / 2, slack = sum(xi), paid = slack && C * slack;
    const mean = (rows) => combine(rows.map((i) => (2 * shares[i]) / sumOfShares), rows.map((i) => points[i]));
    const [p, q] = sumOfShares ? [up, down].map(mean) : [], most = hard || !total ? 1 : Math.min(1, (2 * C) / total);
    return { points, C, one, failed, w, b, low, high, alpha, kinds, g, xi, slack, total, half, paid,
      primal: half + paid, dual: total - half, p, q, most };
  }

  const turned = (share) => [Math.cos(2 * Math.PI * share), Math.sin(2 * Math.PI * share)]; // of a whole turn

  // The hull of some points in which no share exceeds `most`: its farthest point in each direction.
  const hull = (list, most) => Array.from({ length: 120 }, (_, k) => {
    const u = turned(k / 120), first = list.toSorted((a, b) => dot(u, b) - dot(u, a));
    return combine(first.map((_, i) => Math.max(0, Math.min(most, 1 - i * most))), first);
  });
  // Where motion is unwelcome nothing moves by itself: Play is one step.
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // What is drawn

  const score = ([x1, x2, y], w, b) => y * (dot(w, [x1, x2]) + b);
  const atEnd = ({ halted }) => (halted ? "No mistake is left." : `Stopped after ${PASSES} passes.`);

  // What the pictures of a perceptron show after t updates, or at the end of a shorter run; w begins at `start`.
  function look({ points, start = [0, 0], b = 0, t = 0 }, second) {
    const run = second ? together(points) : perceptron(points, start), best = separator(points), M = run.mistakes.length;
    const now = Math.min(t, M), w = run.weights[now], radius = Math.max(...points.map(length));
    // One scale for the updates, so that a longer w looks longer; before them the tip stands where the reader put it.
    const most = now ? Math.max(REACH, ...run.weights.flat().map(Math.abs)) : REACH;
    const scale = 2 ** -Math.ceil(Math.log2(most / REACH)); // so that the arrow fits the board
    const wrong = points.map((row) => score(row, w, b) <= 0), bound = best && (radius / best.gamma) ** 2;
    return { points, run, best, M, t: now, w, b, radius, scale, wrong, bound, next: run.mistakes[now] };
  }

  // What to bring about. Each verdict looks at a state, and at the points as they were at the start.
  const sorted = (points) => points.map(String).sort().join();
  const CHALLENGES = [
    ["A separable sample with a run of more than 100 updates", ({ best, M }) => best !== null && M > 100],
    ["A separable sample with γ < 0.1", ({ best }) => best !== null && best.gamma < 0.1 - 1e-9],
    ["The points of the start in an order that needs one update",
      ({ points, M }, start) => M === 1 && sorted(points) === sorted(start)],
  ];
  function met(points, start) {
    const state = look({ points });
    return CHALLENGES.map(([, verdict]) => verdict(state, start));
  }

  const HEIGHT = 250; // of the chart
  // Not h0: a printer draws no square for a line without a direction.
  const dots = (kind, list) => `<path class="dots ${kind}" d="${list.map((p) => `M${place(p)}h.1`).join("")}"/>`;
  const hyperplane = (kind, v, b, to) => {
    const foot = times(v, -b / dot(v, v)), far = times([-v[1], v[0]], 99 / length(v));
    return line(kind, to(plus(foot, far)), to(minus(foot, far)));
  };
  // The part of a polygon on the side that v points to.
  const clip = (corners, v, b = 0) => corners.flatMap((p, i) => {
    const q = corners.at(i - 1), from = dot(q, v) + b, at = dot(p, v) + b;
    const cut = from * at < 0 ? [between(q, p, from / (from - at))] : [];
    return at >= 0 ? [...cut, p] : cut;
  });
  const everywhere = [[-99, -99], [99, -99], [99, 99], [-99, 99]];

  const many = (count, what = "update") => `${count} ${what}${count === 1 ? "" : "s"}`;
  function drawChart({ run, best, M, t, radius, bound }, em) {
    const last = Math.max(5, best ? Math.min(1.05 * bound, 8 * M + 5) : 1.05 * M);
    const floor = HEIGHT - 1.9 * em, top = 1.05 * radius * Math.sqrt(last) || 1;
    const to = ([x, y]) => [8 + ((SIDE - 12) * x) / last, floor - ((floor - 4) * y) / top];
    const upright = (kind, x, y = top) => line(kind, to([x, 0]), to([x, y]));
    const series = (kind, value) => dots(kind, run.weights.slice(0, t + 1).map((w, k) => to([k, value(w)])));
    const label = (x, y, words) => text("middle", [to([x, 0])[0], y], words);
    const straight = best && to([0, 0.55 * best.gamma * last])[1], steep = straight < floor - 3 * em;
    const tens = 10 ** Math.floor(Math.log10(last / 2)), gap = tens * [5, 2, 1].find((k) => k * tens <= last / 2);
    const ticks = Array.from({ length: Math.floor(last / gap) + 1 }, (_, k) => k * gap)
      .filter((x) => to([x, 0])[0] < SIDE - 6 * em);
    const clear = Math.min(floor, ...run.weights.map((w) => to([0, length(w)])[1])) - 0.7 * em; // of the dots
    const root = Array.from({ length: 61 }, (_, k) => last * (k / 60) ** 2);
    const crossing = best && `(R/γ)² = ${+bound.toPrecision(3)}`;
    return `<path class="axis" d="M8,4V${floor}H${SIDE}"/>` + upright("upright now", t)
      + ticks.map((x) => text("middle", [to([x, 0])[0], floor + 1.3 * em], x)).join("")
      + text("end", [SIDE - 4, floor + 1.3 * em], "updates t")
      + line("root", ...root.map((x) => to([x, radius * Math.sqrt(x)])))
      + (best
        ? line("best", to([0, 0]), to([last, best.gamma * last]))
          + (bound < last
            ? upright("bound", bound, best.gamma * bound) + dots("crossing", [to([bound, best.gamma * bound])])
              + text("end", [to([bound, 0])[0] - 5, floor - 0.4 * em], crossing)
            : text("end", [SIDE - 4, floor - 0.4 * em], `${crossing} →`))
          + label(0.55 * last, steep ? straight + 1.3 * em : Math.min(straight, floor - 1.4 * em) - 0.4 * em, "γt")
        : text("end", [SIDE - 8, clear - 1.3 * em], "No separator: no u, no γ.")
          + text("end", [SIDE - 8, clear], `Stopped after ${PASSES} passes.`))
      + label(0.3 * last, to([0, radius * Math.sqrt(0.3 * last)])[1] - 0.7 * em, "R√t")
      + series("now", length) + (best ? series("best", (w) => dot(w, best.u)) : "");
  }

  function inequality({ best, t, w, radius }) {
    const term = (kind, words, value) => `<span class="${kind}">${slanted(words, "i")} ${value.toFixed(2)}</span>`;
    const lower = best ? [term("best", "γt", best.gamma * t), term("best", "■ ⟨w,u⟩", dot(w, best.u))] : [];
    return [...lower, term("now", "● ‖w‖", length(w)), term("root", "R√t", radius * Math.sqrt(t))].join(" ≤ ");
  }

  const BARS = 145;
  const bar = (kind, x, y, width) =>
    `<rect class="${kind}" x="${x}" y="${y}" width="${Math.max(0, width)}" height="20"/>`;
  // Where f is between two values.
  const strip = (kind, { w, b }, low, high) =>
    polygon(kind, clip(clip(everywhere, w, b - low), times(w, -1), high - b).map(plane(REACH)));

  // The disc of a support vector, by the share of C that its α takes, or of the largest α.
  const radius = ({ alpha, C }, i) => 12 + (12 * alpha[i]) / (C === Infinity ? Math.max(...alpha) || 1 : C);

  function drawSlab(state, alone) {
    const { points, w, b, low, high, xi, half } = state, to = plane(REACH);
    if (!half) return axes;
    const names = [["f = −1", -1], ["f = 0", 0], ["f = 1", 1]].map(([words, value]) => {
      // A line is named inside a circle, where it has most room; faces, if they are apart.
      const u = times(w, 1 / length(w)), off = (value - b) / length(w), along = Math.sqrt(3.7 ** 2 - off ** 2);
      if (alone || !along || (half >= 3 && value)) return "";
      const ends = [1, -1, 0.6, -0.6].map((share) => to(plus(times(u, off), times([-u[1], u[0]], share * along))));
      const room = (end) => Math.min(...points.map((x) => length(minus(to(x), end))));
      return text("middle", plus(ends.toSorted((p, q) => room(q) - room(p))[0], [0, 4]), words, "name");
    });
    const stem = (x, i) => (xi[i] ? line("stem", to(x), to(plus(x, times(w, (x[2] * xi[i]) / (2 * half))))) : "");
    return strip("slab", state, -1, 1) + (high > low ? strip("band", state, b - high, b - low) : "") + axes
      + [-1, 1].map((value) => hyperplane("best face", w, b - value, to)).join("") + hyperplane("best", w, b, to)
      + points.map(stem).join("") + names.join("");
  }

  function drawSum({ points, w, alpha, kinds, failed }, em) {
    if (failed) return axes + text("middle", [SIDE / 2, 2 * em], "No separator: no w.");
    const rows = points.map((_, i) => i).filter((i) => kinds[i]), path = [[0, 0]];
    for (const i of rows) path.push(plus(path.at(-1), times(points[i], alpha[i] * points[i][2])));
    const to = plane(Math.max(...path.flat().map(Math.abs)) || 1), middle = (p, q) => to(times(plus(p, q), 0.5));
    return axes + rows.map((i, k) => arrow(side(points[i][2]), to(path[k]), to(path[k + 1]))).join("")
      + arrow("best", to([0, 0]), to(w)) + text("middle", plus(middle([0, 0], w), [0, -0.6 * em]), "w")
      + rows.map((i, k) => text("middle", plus(middle(path[k], path[k + 1]), [0, 0.35 * em]), i)).join("");
  }

  function drawHulls({ points, most, p, q }, em) {
    const to = plane(REACH), hulls = sides(points).map((rows, k) => {
      const list = rows.map((i) => points[i]), kind = side(1 - 2 * k);
      return polygon(`${kind} whole`, hull(list, 1).map(to)) + polygon(`${kind} hull`, hull(list, most).map(to))
        + dots(kind, list.map(to));
    });
    const end = (at, name) => dots("best", [to(at)]) + text("middle", plus(to(at), [0, name === "q" ? 7 + em : -11]), name);
    const ends = () => (length(minus(p, q)) < 1e-9 ? end(p, "p = q") : line("best", to(p), to(q)) + end(p, "p") + end(q, "q"));
    return axes + hulls.join("") + (p ? ends() : "");
  }

  function drawBars({ failed, half, paid, total, primal, dual }, priced) {
    const scale = (SIDE - 16) / (total || 1), [h, met] = [half * scale, 8 + primal * scale];
    if (failed) {
      return text("start", [8, 22], "primal: no line separates, so no w is allowed")
        + bar("dual", 8, 68, 2 * SIDE) + text("start", [8, 112], "dual Σα − ½‖w‖²: without a bound");
    }
    const stripes = `<pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse">
      <path class="stripe" d="M-1,7L7,-1"/></pattern>`;
    const both = priced ? `primal ½‖w‖² + CΣξ = ${number(half)} + ${number(paid)}` : "primal ½‖w‖²";
    return stripes + text("start", [8, 22], `${both} = ${number(primal)}`)
      + bar("primal", 8, 36, h) + bar("paid", 8 + h, 36, met - 8 - h)
      + bar("dual", 8, 68, dual * scale) + bar("taken", 8 + dual * scale, 68, h) + line("meet", [met, 30], [met, 94])
      + text("start", [8, 112], `dual Σα − ½‖w‖² = ${number(total)} − ${number(half)} = ${number(dual)}`)
      + text("start", [8, 132],
        primal - dual <= 1e-9 * primal ? "gap 0, up to rounding: both are optimal" : `gap ${primal - dual}`);
  }

  const touches = (y) => y < 1 + 1e-9; // a score, of a hard margin

  // What the state shows, in clauses, of which a screen reader speaks those that change.
  function tellMargin({ points, C, one, failed, half, low, high, b, slack, kinds, g }, alone, priced) {
    const at = C === Infinity ? "Hard margin:" : `C = ${C}:`;
    const rows = (kind) => kinds.flatMap((k, i) => (k === kind ? i : [])), paying = rows("bound");
    const list = (found) => found.join(", ").replace(/, (\d+)$/, " and $1") || "none";
    const full = paying.length ? `; ${list(paying)} with α = C` : "", width = number(1 / Math.sqrt(2 * half));
    if (alone && one) return ["There is one class only, and nothing to separate."];
    if (alone && failed) return ["No line separates the points."];
    if (alone) return [`Margin ${width}.`, `Points ${list(g.flatMap((y, i) => (touches(y) ? i : [])))} touch the slab.`];
    if (one) return [at, `one class only, so w = 0 with b = ${sign(b)} solves the problem.`];
    if (failed) return [at, "no line separates the points, so there is no w and no α.", "p = q lies in the hulls of both classes."];
    if (!priced) return [`Margin ${width}.`, `Support vectors: ${list(rows("free"))}.`, `b = ${number(b)}.`];
    return [at, half ? `half-width ${width},` : "w = 0, no slab,", `total slack ${number(slack)},`,
      `${g.filter((y) => y <= 1e-9).length} of ${points.length} misclassified.`,
      `Support vectors: ${list(rows("free"))} on the faces${full}.`,
      high > low ? `b is not unique: from ${number(low)} to ${number(high)}.` : `b = ${number(b)}.`];
  }

  const VIEWS = {
    hulls: { draw: drawHulls, label: "The hulls of both classes and their nearest points",
      words: (priced) => `<b>Hulls</b> and their nearest points p and q.${priced ? ` With a finite C no example has a
        larger share of p or q than C divided by the Σα of its class; where that is below 1, the hulls shrink from
        their dashed outlines.` : ""}` },
    sum: { draw: drawSum, label: "Arrows that add up to w", words: () => `<b>w as a sum</b>. Each support vector adds
      α<sub>i</sub> y<sub>i</sub> x<sub>i</sub>, an arrow with its number. Head to tail they end where w does.` },
  };

  // The board of a perceptron. An update shows as the line before it, and as the example's arrow yx that was
  // carried to the tip of w; on the way there it begins at `base`, and the arrow of w is at `swung`.
  function drawWalk(state, has, swung = state.w, base = state.run.weights[state.t - 1]) {
    const { points, run, best, t, w, b, scale, crowd } = state, to = plane(REACH), tip = times(swung, scale);
    const arrows = [], before = run.weights[t - 1], u = has.chart && best?.u;
    if (u) arrows.push(hyperplane("best", u, 0, to), arrow("best", to([0, 0]), to(u)), text("middle", to(times(u, 1.4)), "u"));
    if (has.second) {
      const other = run.others[t];
      if (t) arrows.push(hyperplane("other", other, 0, to), arrow("other", to([0, 0]), to(times(other, scale))));
    } else if (has.steps && t) {
      const yx = minus(w, before), y = points[run.mistakes[t - 1]][2];
      if (length(before)) arrows.push(hyperplane("now before", before, 0, to));
      arrows.push(arrow(side(y), to(times(base, scale)), to(times(plus(base, yx), scale))));
    }
    const name = () => text("middle", plus(to(tip), plus(times([swung[0], -swung[1]], 20 / length(swung)), [0, 5])), "w");
    const wrong = crowd.filter((row) => score(row, swung, b) <= 0).map((row) => `M${place(to(row))}m-4,-4l8,8m0,-8l-8,8`);
    return (length(swung) ? polygon("half", clip(everywhere, swung, b).map(to)) : "") + axes
      + [1, -1].map((y) => dots(side(y), crowd.filter((row) => row[2] === y).map(to))).join("")
      + `<path class="wrong" d="${wrong.join("")}"/>` + arrows.join("")
      + (length(swung) ? hyperplane("now", swung, b, to) + arrow("now", to([0, 0]), to(tip)) + name() : "")
      + (has.digits ? text("end", [SIDE - 3, SIDE / 2 + 16], "more ink →") + text("start", [SIDE / 2 + 6, 13], "↑ more in the frame") : "");
  }

  // The ink of a digit, and framed what counts as its left: rows 2 to 5 and columns 1 to 3, as in scene.py.
  function drawDigit(pixels, title, em) {
    const high = 1.3 * em, ink = (rows) => (sum(rows) / 16).toFixed(1);
    const cell = (value, k) => value ? `<rect class="ink" x="${60 + 30 * (k % 8)}" y="${high + 30 * Math.floor(k / 8)}"
      width="30" height="30" style="fill-opacity: ${value / 16}"/>` : "";
    const left = pixels.filter((_, k) => k % 8 > 0 && k % 8 < 4 && k > 15 && k < 48);
    return pixels.map(cell).join("") + `<rect class="counted" x="90" y="${high + 60}" width="90" height="120"/>`
      + [title, `all ink: ${ink(pixels)}`, `in the frame: ${ink(left)}`].map((words, k) =>
        text("middle", [SIDE / 2, k ? high + 242 + 1.2 * k * em : em], words)).join("");
  }

  // The mean loss over the plane of weights. It doubles where w does, so each level line is the first, enlarged.
  function drawBowl({ points, run, t, w }, reach) {
    const to = plane(reach), around = Array.from({ length: 241 }, (_, k) => turned(k / 240)); // and closed
    const slope = around.map((v) => loss(points, v)), steepest = Math.max(...slope), walked = run.weights.slice(0, t + 1).map(to);
    const lines = Array.from({ length: 12 }, (_, k) => around.map((v, i) => (slope[i] > 1e-9
      ? `${slope[i - 1] > 1e-9 ? "L" : "M"}${place(to(times(v, ((k + 1) * steepest * reach) / 8 / slope[i])))}` : "")).join(""));
    return polygon("cone", signed(points).reduce((corners, z) => clip(corners, z), everywhere).map(to)) + axes
      + lines.map((d) => `<path class="level" d="${d}"/>`).join("")
      + points.map((p) => (length(p) ? hyperplane(side(p[2]), p, 0, to) : "")).join("")
      + line("path", ...walked) + dots("path", walked) + arrow("now", to([0, 0]), to(w));
  }

  // As above, but first what the last step did.
  function tellWalk({ points, crowd, run, best, M, t, w, b, radius, wrong, bound, next, scale }, has) {
    const i = run.mistakes[t - 1], up = t && points[i][2] > 0;
    if (has.second) {
      const did = t ? `Point ${i} was ${run.added[t] || "added by neither"}.` : "";
      const found = (name, v) => {
        const scores = points.map((row) => score(row, v, 0)), astray = scores.filter((one) => one <= 0).length;
        const near = number(Math.min(...scores) / length(v));
        return `${name}: ${astray ? `${astray} misclassified.` : `nearest point at the distance ${near}.`}`;
      };
      return [did, `${t} of ${M} examples.`, found("Perceptron", w), found("Hinge SGD", run.others[t])];
    }
    const what = has.digits ? `${up ? "An 8" : "A 3"} was misread` : `Point ${i} was misclassified`;
    const did = t ? `${what}: its arrow was ${up ? "added to" : "subtracted from"} w.` : "";
    const made = many(M) + (run.halted ? "" : ` in ${PASSES} passes`), misread = wrong.filter(Boolean).length;
    const astray = misread + crowd.filter((row) => score(row, w, b) <= 0).length;
    const count = `${astray} of ${points.length + crowd.length} ${has.digits ? "misread" : "misclassified"}.`;
    const at = next !== undefined && score(points[next], w, 0);
    const ahead = next !== undefined ? `Next: point ${next}, ${at ? `y⟨w,x⟩ = ${number(at)}` : "a tie"}.`
      : run.halted ? "The run is over." : `Stopped after ${PASSES} passes.`;
    if (has.digits) {
      const steps = has.steps ? [t ? `The machine has made ${many(t, "mistake")}.` : "",
        next === undefined ? atEnd(run) : "The next one is ringed."] : [`w = ${pair(w)}, b = ${number(b)}.`];
      return [did, count, ...steps];
    }
    const bounds = best ? [`γ = ${number(best.gamma)},`, `R = ${number(radius)}: at most ${many(Math.floor(bound + 1e-9))}.`]
      : ["No line through 0 separates the points."];
    const done = has.chart || !run.halted ? `${t} of ${made}` : many(t); // a reader is to guess how many
    return [did, `After ${done}${has.chart ? "," : `, w = ${pair(w)},`}`, count,
      scale < 1 ? `Arrows of the run are drawn at 1/${1 / scale} of their length.` : "", ahead,
      ...(has.chart ? bounds : []), has.bowl ? `The mean loss is ${number(loss(points, w))}.` : ""];
  }

  const button = ([name, words]) => `<button name="${name}">${words}</button>`;
  const group = (label, ...buttons) => `<span role="group" aria-label="${label}">${buttons.map(button).join(" ")}</span>`;
  const picture = (kind, label, high = SIDE) => (
    `<div class="${kind}"><svg viewBox="0 0 ${SIDE} ${high}" ${label}><g></g></svg></div>`);

  // What the marks on the board mean.
  function legend(has) {
    const kinds = has.digits ? '<b class="positive">8</b> and <b class="negative">3</b>: digits.'
      : '<b class="positive">●</b> +1, <b class="negative">■</b> −1.';
    const green = `${kinds} <b class="best">Green</b>: the line in the middle of the slab and, dashed, its two faces.`;
    if (has.slab) return `${green} A ring: a point that touches it.`;
    if (has.price) return `${green} A stem: the slack ξ of its point. The larger the disc, the larger the share of C that
      α takes (with a hard margin, of the largest α).`;
    if (has.forces) return `${green} The larger the disc, the larger α.`;
    if (has.second) return `${kinds} <b class="now">Purple</b>: the perceptron, whose w points to the shaded side. The other line and
      arrow: hinge SGD with λ = ½. A cross: the perceptron misclassifies the point. A dashed ring: what comes next.`;
    const steps = has.steps ? ` A dashed ring: the next mistake. A dashed line: the line before it.
      The arrow at the tip of w: what was added.` : "";
    const bowl = has.bowl ? ' Beside it each line is an example, and w is right in the <b class="best">green</b> part.' : "";
    const u = has.chart ? ' <b class="best">Green</b>: u and its line.' : "";
    return `${kinds} w points to the shaded side. A cross: ${has.digits ? "misread" : "misclassified"}.${steps}${bowl}${u}`;
  }

  function frame(has, count, linked) {
    const shown = (label) => `role="img" aria-label="${label}"`, keys = has.edit ? ", Delete removes it, Home puts it first" : "";
    const plane = "The plane of weights with level lines of the mean loss: arrow keys move w";
    const label = has.digits ? "The digits, and the arrow w: arrow keys move its tip, Shift moves it further"
      : `The points: arrow keys move one, Shift moves it further, Enter flips it${keys}`;
    const beside = has.digits ? picture("side", shown("The digit that came last: 8 by 8 pixels, the left framed"))
      : has.chart ? picture("side", shown("The four sides of the inequality beside it, against the updates t"), HEIGHT)
        : has.bowl ? picture("side", `role="application" aria-label="${plane}"`)
          : has.forces ? picture("side", 'role="img"') : "";
    const steps = [["step", "Step"], ...(calm() ? [] : [["play", "Play"]])];
    const run = (has.digits ? group("Digits", ["more", "Next digit"], ["all", `All ${count}`]) : "")
      + (has.steps ? group("The run", ...(has.digits ? steps : [["start", "Start"], ["back", "Back"], ...steps, ["end", "End"]])) : "")
      + (has.price ? `<label><i>C</i> <input type="range" min="0" max="${PRICES.length - 1}"> <span aria-hidden="true"></span>
        </label>${group("Prices", ["play", calm() ? "Step" : "Play"])}` : "")
      + (has.forces ? group("The second picture", ["hulls", "Hulls"], ["sum", "<i>w</i> as a sum"]) : "");
    const marks = `<p>${html(legend(has))}</p>`;
    return `<div class="bench${beside ? "" : " single"}"><div class="column">
      ${picture("board", `role="application" aria-label="${label}"`)}
      ${run ? `<p class="buttons run">${run}</p>` : ""}
      <p class="buttons edit">${has.edit ? group("The points", ["add", "Add"], ["remove", "Remove"], ["first", "Put first"]) : ""}
        ${group("All of it", ["undo", "Undo"], ["reset", "Reset"], ...(linked ? [["link", "Copy link"]] : []))}</p>
      ${has.chart ? `<div class="below">${marks}</div>` : ""}
      ${has.forces ? `<div class="below">${picture("bars", shown("Both objectives as bars, which end at the same place"), BARS)}
        <p>${html(`Primal: ½‖w‖² is solid${has.price ? ", CΣξ striped" : ""}. Dual: outlined, and dashed ½‖w‖², which it takes from Σα.`)}</p></div>` : ""}
      </div><div class="column">${beside}<div class="words">${has.chart ? '<p class="key"></p>' : ""}<p class="state"><span></span> <span></span></p>
        <p class="told" role="status"></p></div>
      <div class="rest">${has.chart ? "" : marks}${has.forces ? '<p class="view"></p>' : ""}
      ${has.challenges ? `<div><p><b>Challenges</b></p><ul>${CHALLENGES.map(([words]) => `<li>${html(words)}</li>`).join("")}</ul></div>` : ""}
      ${has.digits ? "" : `<details class="keys"><summary>By hand and by keys</summary><p>Click a point to choose it, again to flip its
        label. ${has.edit ? "A double click beside the points, or <b>Add</b>, makes a new one. " : ""}Arrow keys move the chosen point
        (Shift: further), Enter flips it${keys}. Z or Ctrl+Z undoes.</p></details>`}</div></div></div>`;
  }

  const WALK = `<circle class="ring" r="15"/><path class="cross" d="M-14,-14L14,14M14,-14L-14,14"/>`;
  const HELD = '<circle class="ring" r="27"/><circle class="disc"/><circle class="disc"/>';
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
  const PRESSED = { Delete: "remove", Backspace: "remove", Home: "first" }; // buttons, by keys
  const KEPT = ["points", "start", "b", "t", "C", "view"]; // by undo and by the address

  // Show the model's values in el, and change them as the reader does. With `address`, the page's address keeps
  // them.
  function render({ model, el, address }) {
    const has = Object.fromEntries(model.get("parts").map((part) => [part, true])), margin = has.slab || has.forces;
    const digits = has.digits && model.get("digits"), rows = digits?.rows;
    el.classList.add("scene", ...model.get("parts"));
    el.innerHTML = frame(has, rows?.length, address && navigator.clipboard);
    const [examples, second, bars] = [".board", ".side", ".bars"].map((part) => el.querySelector(`${part} svg`));
    const [drawn, beside, balance] = [examples, second, bars].map((svg) => svg?.firstElementChild);
    const [said, status, slider] = [".state", "[role=status]", "input"].map((part) => el.querySelector(part));
    const done = el.querySelectorAll("li");
    const now = () => Object.fromEntries(KEPT.map((name) => [name, model.get(name)]));
    const start = now(), past = [], marks = []; // what undo goes back to; an element for each point
    let state, chosen, playing, writing, spoken; // the clauses that were spoken last
    let won = ""; // which challenge was met last
    let fresh = true; // whether the next edit is the first of a gesture, which undo takes back as one
    let setting = false; // whether set() will draw

    // Written whole; spoken is what the reader did, and the clauses that it changed.
    function say(words = "") {
      const [did, ...shown] = margin ? ["", ...tellMargin(state, has.slab, has.price)] : tellWalk(state, has);
      const clauses = [did, won, ...shown];
      const hint = has.digits ? "Drag the tip of the arrow w, or use the arrow keys." : "Drag a point, or use the arrow keys.";
      said.firstChild.innerHTML = html(words || clauses[0] || hint);
      said.lastChild.innerHTML = html(clauses.slice(1).filter(Boolean).join(" "));
      if (playing) return; // spoken once, at the end
      const news = spoken ? clauses.filter((one) => one && !spoken.includes(one)) : [];
      if (words || news.length) status.textContent = [words, ...news].filter(Boolean).join(" ");
      spoken = clauses;
    }

    function draw(words) {
      const points = model.get("points");
      while (marks.length > points.length) marks.pop().remove();
      while (marks.length < points.length) marks.push(mark(marks.length));
      marks.forEach((point, i) => {
        point.setAttribute("transform", `translate(${place(plane(REACH)(points[i]))})`);
        point.querySelector("rect").setAttribute("rx", points[i][2] > 0 ? 9 : 1);
      });
      if (margin) showMargin();
      else showWalk();
      for (const { part, reach, where, label, hidden } of handles) {
        part.toggleAttribute("hidden", Boolean(hidden?.()));
        part.setAttribute("transform", `translate(${place(plane(reach?.() ?? REACH)(where()))})`);
        part.ariaLabel = label();
      }
      choose(chosen < points.length ? chosen : undefined);
      say(words);
    }
    function set(values, words) {
      setting = true;
      for (const name in values) model.set(name, values[name]);
      setting = false;
      draw(words);
      model.save_changes();
      if (!address) return;
      clearTimeout(writing); // browsers refuse an address that changes too often
      writing = setTimeout(() => history.replaceState(history.state, "", link()), 400);
    }
    function edit(values, words) {
      if (fresh) past.push(now());
      fresh = false;
      set(values, words);
    }
    const link = () => `#scene=${write(now())}`;
    function recall() {
      if (!location.hash.startsWith("#scene=")) return; // another link of the page
      const kept = read(location.hash.slice(7));
      fresh = true;
      edit(kept ?? start, kept ? "Opened from the link." : "This link is damaged; the scene starts fresh.");
      el.scrollIntoView();
    }

    function showMargin() {
      state = solve(model.get("points"), model.get("C") ?? Infinity);
      const { points, C, alpha, kinds, xi, g, failed, one } = state, view = model.get("view");
      marks.forEach((point, i) => {
        const near = has.slab && !failed && !one && touches(g[i]), slack = xi[i] ? `, slack ${number(xi[i])}` : "";
        const kind = near || (!has.slab && kinds[i]) ? ` support ${kinds[i]}` : "";
        point.setAttribute("class", `point ${side(points[i][2])}${kind}`);
        point.querySelectorAll(".disc").forEach((disc, k) =>
          disc.setAttribute("r", has.slab ? 15 : radius(state, i) - 4 * k));
        const more = has.slab ? (near ? ", on the slab" : "") : (failed ? "" : `, α = ${number(alpha[i])}`) + slack;
        point.ariaLabel = named(i, points[i]) + more;
      });
      drawn.innerHTML = drawSlab(state, has.slab);
      if (slider) {
        slider.value = PRICES.indexOf(C);
        slider.ariaValueText = slider.nextElementSibling.textContent = C < Infinity ? C : "hard";
      }
      if (has.slab) return;
      const { draw, label, words } = VIEWS[view];
      beside.innerHTML = draw(state, em(second));
      second.ariaLabel = label;
      el.querySelector(".view").innerHTML = html(words(has.price));
      for (const name in VIEWS) el.querySelector(`[name=${name}]`).ariaPressed = name === view;
      balance.innerHTML = drawBars(state, has.price);
    }

    // The update from `before` to the state: yx is carried from the origin to the tip, and then the line swings.
    function swing(before, wait) {
      const begun = performance.now(), steps = minus(state.w, before), shown = state;
      const frame = (time) => {
        if (shown !== state || !el.isConnected) return;
        const share = Math.min(1, Math.max(0, (time - begun) / wait)), swung = Math.max(0, 2 * share - 1);
        drawn.innerHTML = drawWalk(state, has, plus(before, times(steps, swung)),
          times(before, Math.min(1, 2 * share)));
        if (share < 1) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }
    function showWalk() {
      const last = state, values = now();
      state = { ...look(values, has.second), crowd: digits && values.points.length === MOST ? rows.slice(MOST) : [] };
      const { points, wrong, next, t } = state, size = em(second ?? el); // before the first change
      marks.forEach((point, i) => {
        const verdict = wrong[i] ? has.digits ? "misread" : "misclassified" : "right", mine = has.steps && i === next;
        point.setAttribute("class", `point ${side(points[i][2])}${wrong[i] ? " wrong" : ""}${mine ? " next" : ""}`);
        point.ariaLabel = `${has.digits ? `Digit ${i}, ${points[i][2] > 0 ? "an 8" : "a 3"}, at ${pair(points[i])}`
          : named(i, points[i])}, ${verdict}${mine ? ", next update" : ""}`;
      });
      drawn.innerHTML = drawWalk(state, has);
      if (last && !calm() && has.steps && !has.second && t === last.t + 1 && last.points === points && waits() > 200) {
        swing(last.w, Math.min(700, 0.8 * waits()));
      }
      if (digits) {
        const ringed = has.steps && next !== undefined && last?.points === points, shown = ringed ? next : points.length - 1;
        const title = `${ringed ? "the ringed one" : "the last one"}: ${points[shown][2] > 0 ? "an 8" : "a 3"}`;
        beside.innerHTML = drawDigit([...digits.pixels[shown]].map((c) => parseInt(c, 36)), title, size);
      }
      if (digits && last && !calm() && points.length === last.points.length + 1) { // lands from its picture
        const from = second.getBoundingClientRect(), to = marks.at(-1).getBoundingClientRect();
        const way = [from.x + from.width / 2 - to.x, from.y + from.height / 2 - to.y].map((c) => `${c}px`).join(" ");
        marks.at(-1).animate([{ translate: way, opacity: 0.3 }, { translate: "0", opacity: 1 }], { duration: 600, easing: "ease-out" });
      }
      if (has.bowl) beside.innerHTML = drawBowl(state, bowlReach());
      if (!has.chart) return;
      beside.innerHTML = drawChart(state, size);
      el.querySelector(".key").innerHTML = inequality(state);
      const reached = met(points, start.points).flatMap((yes, k) => (yes && done[k] && !done[k].className ? done[k] : []));
      reached.forEach((one) => (one.className = "met"));
      if (reached.length) won = reached.map((one) => `✓ Challenge met: ${one.textContent}.`).join(" ");
    }
    const waits = () => (margin ? 700 : Math.max(40, Math.min(900, 10000 / state.M)));
    const bowlReach = () => 2 ** Math.ceil(Math.log2(Math.max(REACH, ...(state?.w ?? [0]).map(Math.abs))));

    // The buttons
    const next = () => {
      const higher = margin && PRICES[PRICES.indexOf(state.C) + 1];
      return margin ? higher && { C: higher } : state.t < state.M && { t: state.t + 1 };
    };
    const advance = () => set(next() || (margin ? { C: PRICES[0] } : { t: 0 }));
    function play(on) {
      if (on && !next()) advance();
      clearInterval(playing);
      playing = on && setInterval(() => {
        if (next()) advance();
        if (!next() || !el.isConnected) play(false);
      }, waits());
      el.querySelector("[name=play]").textContent = on ? "Pause" : "Play";
      say();
    }
    // A new point, labeled by u, or by w where there is none.
    function add(p) {
      const { points, best, w } = state, at = onGrid(p), row = [...at, dot(best ? best.u : w, at) > 0 ? 1 : -1];
      chosen = points.length;
      edit({ points: [...points, row] }, `${named(chosen, row)}, is new.`);
    }
    // Remove the chosen point, or put it first; the focus goes along.
    function order(front, words) {
      const focused = examples.contains(el.getRootNode().activeElement), i = chosen, { points } = state;
      const kept = points.toSpliced(i, 1), next = front ? 0 : Math.min(i, kept.length - 1);
      chosen = front || focused ? next : undefined;
      edit({ points: front ? [points[i], ...kept] : kept }, `Point ${i} ${words}.`);
      if (focused) marks[next].focus();
    }
    function measure(count) {
      const i = Math.min(MOST, count) - 1, [x1, x2, y] = rows[i];
      edit({ points: rows.slice(0, i + 1) }, i === MOST - 1 ? `All ${rows.length} digits have landed.`
        : `Digit ${i}, ${y > 0 ? "an 8" : "a 3"}, lands at ${pair([x1, x2])}.`);
    }
    const acts = {
      start: () => set({ t: 0 }),
      back: () => set({ t: state.t - 1 }),
      step: () => (has.digits ? edit : set)({ t: state.t + 1 }),
      play: () => (calm() ? advance() : play(!playing)),
      end: () => set({ t: state.M }),
      add: () => add([Math.cos, Math.sin].map((f) => 3 * f(2.4 * state.points.length))), // here and there
      remove: () => order(false, "is removed"),
      first: () => order(true, "comes first now, as point 0"),
      more: () => measure(state.points.length + 1),
      all: () => measure(rows.length),
      hulls: () => set({ view: "hulls" }),
      sum: () => set({ view: "sum" }),
      undo: () => set(past.pop(), "Undone."),
      reset() {
        if (playing) play(false);
        edit(start, "As at the start.");
      },
      link: () => navigator.clipboard.writeText(new URL(link(), location)).then(
        () => say("The link is copied."), () => say("The browser does not allow it: copy the address above.")),
    };
    // Why a button would do nothing: then it looks disabled, keeps the focus, and says so.
    function reasons() {
      const { points, t, M, run } = state, choose = chosen === undefined && "Choose a point first.";
      const begun = !t && "The run has not begun.", over = !margin && t === M && atEnd(run);
      const landed = points.length === MOST && "All digits have landed.";
      return {
        start: begun, back: begun, step: over, end: over, play: !M && over, more: landed, all: landed,
        add: points.length === MOST && `${MOST} points are the most.`,
        remove: points.length === 1 ? "The last point cannot be removed." : choose,
        first: choose || (!chosen && "It is the first."),
        undo: !past.length && "There is nothing to undo.",
        reset: JSON.stringify(now()) === JSON.stringify(start) && "It is as at the start.",
      };
    }
    function act(name) {
      const reason = reasons()[name];
      if (reason) say(reason);
      else acts[name]?.();
    }

    // What is taken hold of

    function at({ clientX, clientY }, svg = examples, reach = REACH) {
      const box = svg.getBoundingClientRect(), scale = (SIDE * reach) / UNIT / svg.clientWidth;
      return times([clientX - box.x - box.width / 2, box.y + box.height / 2 - clientY], scale);
    }
    // Of points in one place the chosen one is seen and grabbed, wherever its element stands.
    function choose(i) {
      const { points } = state;
      chosen = i;
      marks.forEach((point, k) => {
        point.classList.toggle("chosen", k === i);
        point.classList.toggle("covered", i in points && k !== i && !length(minus(points[k], points[i])));
      });
      const idle = reasons();
      for (const button of el.querySelectorAll("button")) button.ariaDisabled = Boolean(idle[button.name]);
    }
    // Put point i there, perhaps with another label; say whether that changes it.
    function put(i, [x1, x2], y = state.points[i][2]) {
      const { points } = state, row = [...onGrid([x1, x2]), y], moved = String(row) !== String(points[i]);
      const words = y === points[i][2] ? `Point ${i} at ${pair(row)}.` : `Point ${i} is ${sign(y)} now.`;
      if (moved) edit({ points: points.with(i, row) }, words);
      return moved;
    }
    // One element for what is taken hold of as long as it lives: a touch ends when its element goes. It stands
    // at where() in a picture, which shows as much as reach(). put(place, from) says whether it moved; press(), for
    // a click or Enter, is not for handles, which may have what is said where a key `stays` without effect.
    function grip(part, { svg = examples, reach = () => REACH, where, put, press, stays }) {
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", 0);
      let off, moved = false; // where the pointer holds it; what it did
      const on = (name, act, options) => part.addEventListener(name, act, options);
      on("touchmove", (event) => event.preventDefault(), { passive: false }); // drag, do not scroll
      on("pointerdown", (event) => {
        part.setPointerCapture(event.pointerId);
        off = minus(at(event, svg, reach()), where());
        moved = false;
      });
      on("pointermove", (event) => {
        if (part.hasPointerCapture(event.pointerId)) moved = put(minus(at(event, svg, reach()), off), where()) || moved;
      });
      on("click", () => {
        if (!moved) press?.(); // else it is the end of a drag
        moved = false;
      });
      on("keydown", (event) => {
        const key = KEYS[event.key], far = event.shiftKey ? 1 : STEP, button = press && has.edit && PRESSED[event.key];
        if (key) {
          if (!put(plus(where(), times(key, far)), where()) && stays) say(stays);
        } else if (press && ["Enter", " "].includes(event.key)) press(true);
        else if (button) act(button);
        else return;
        event.preventDefault();
      });
      svg.append(part);
      return part;
    }
    const group = (html) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
      made.innerHTML = html;
      return made;
    };
    function mark(i) {
      const point = group(`<circle class="halo" r="18"/>${margin ? HELD : WALK}<rect x="-9" y="-9" width="18" height="18"/>
        <text text-anchor="middle" y="4.5">${has.digits ? (rows[i][2] > 0 ? 8 : 3) : i}</text>`);
      if (has.digits) { // which stay where they landed
        point.setAttribute("role", "img");
        examples.insertBefore(point, examples.querySelector(".handle"));
        return point;
      }
      let again = true; // whether it was chosen before this click
      point.addEventListener("focus", () => choose(i));
      point.addEventListener("pointerdown", () => {
        again = chosen === i;
        choose(i);
      });
      return grip(point, {
        where: () => state.points[i],
        put: (place) => put(i, place),
        press(key) {
          if (key || again) put(i, state.points[i], -state.points[i][2]);
          else say(`Point ${i} is chosen: choose it again to flip it.`);
          again = true;
        },
      });
    }

    // The tip of w, on the board or over the plane of weights, and with an offset the line's foot.
    const turn = (p, from) => {
      const to = onGrid(p); // a run may have led w to where no start can be, so ask for the way
      const moved = state.t ? onGrid(minus(p, from)).some(Boolean) : String(to) !== String(model.get("start"));
      if (moved) edit({ start: to, t: 0 }, `w = ${pair(to)}.`);
      return moved;
    };
    const lift = (p) => {
      const [b] = onGrid([-dot(state.w, p), 0]), moved = b !== state.b;
      if (moved) edit({ b }, `b = ${number(b)}.`);
      return moved;
    };
    const tip = { kind: "turn", put: turn, label: () => `The tip of the arrow w, at ${pair(state.w)}`,
      where: () => times(state.w, has.bowl ? 1 : state.scale), ...(has.bowl && { svg: second, reach: bowlReach }) };
    const foot = { kind: "lift", put: lift, label: () => `The line, with b = ${number(state.b)}`, stays: "The line stays.",
      hidden: () => !length(state.w),
      where: () => (length(state.w) ? onBoard(times(state.w, -state.b / dot(state.w, state.w))) : [0, 0]) };
    const handles = [...(has.lift ? [foot] : []), ...(has.turn ? [tip] : [])]; // the last lies on top
    for (const handle of handles) {
      handle.part = grip(group('<circle class="halo" r="20"/><circle class="knob" r="11"/>'), handle);
      handle.part.setAttribute("class", `handle ${handle.kind}`);
    }
    for (const name of ["pointerdown", "keydown", "click"]) {
      el.addEventListener(name, (event) => (fresh = !event.repeat), true);
    }
    el.addEventListener("click", ({ target }) => act(target.closest("button")?.name));
    el.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey) return; // Z or Ctrl+Z
      act("undo");
      event.preventDefault();
    });
    slider?.addEventListener("input", () => edit({ C: PRICES[slider.value] }));
    if (has.edit) {
      examples.addEventListener("dblclick", (event) => {
        if (event.target.closest(".point")) return;
        if (state.points.length === MOST) act("add"); // says why not
        else add(at(event));
      });
    }
    model.on(KEPT.map((name) => `change:${name}`).join(" "), () => setting || draw());
    draw();
    if (!el.isConnected) requestAnimationFrame(() => draw()); // where a page shows them, letters have their size
    if (address) {
      addEventListener("hashchange", recall);
      recall();
    }
  }

  // A state as the end of an address: t, the step of the price, the view, and in three letters each w at the
  // start, b, and the points. What is no state reads as null.
  const letters = ([x1, x2, y]) => (
    ((SIZE * (x1 + REACH) + x2 + REACH) / STEP) * 2 + (y > 0)).toString(36).padStart(3, "0");
  const write = ({ points, start, b, t, C, view }) => (
    `${t}.${PRICES.indexOf(C ?? Infinity)}.${view}.${[[...start, 1], [b, 0, 1], ...points].map(letters).join("")}`);
  function read(address) {
    const [, t, step, view, kept = ""] = /^(\d{1,4})\.(\d{0,2})\.(hulls|sum)\.(.*)$/.exec(address) ?? [];
    const codes = (/^([0-9a-z]{3}){3,22}$/.test(kept) ? kept.match(/.../g) : []).map((code) => parseInt(code, 36));
    if (!codes.length || step >= PRICES.length || Math.max(...codes) >= 2 * SIZE ** 2) return null;
    const at = (k) => STEP * Math.floor(k) - REACH;
    const [w, b, ...points] = codes.map((code) => [at(code / 2 / SIZE), at((code / 2) % SIZE), code % 2 ? 1 : -1]);
    return { points, start: w.slice(0, 2), b: b[0], t: +t, C: PRICES[step] ?? Infinity, view };
  }

  return { PRICES, perceptron, together, loss, separator, solve, hull, met, write, read, render };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls render.
if (globalThis.document?.currentScript) {
  document.querySelectorAll("[data-scene]").forEach((el) => {
    const values = JSON.parse(el.dataset.scene);
    const model = { get: (key) => values[key], set: (key, value) => (values[key] = value), on() {}, save_changes() {} };
    scene.render({ el, address: true, model });
  });
}
