// The scene: one board from the first digit to slack. A chapter names the parts that it needs, which
// lib/explore/scene.py lists, and nothing else is drawn. board.js has what the reader does, learners.js what is
// computed; all are classic scripts of a page, or one module in a kernel.
"use strict";

const scene = (() => {
  const { REACH, MOST, SIDE, dot, length, times, plus, minus, between, onGrid, plane, place, polygon, line, text, arrow,
    axes, number, pair, sign, side } = board;
  const { PASSES, PRICES, perceptron, loss, separator, signed, sides, solve, turned, hull, combine, sum } = learners;

  const score = ([x1, x2, y], w, b) => y * (dot(w, [x1, x2]) + b);

  // What the pictures of a perceptron show after t updates, or at the end of a shorter run; w begins at `start`.
  function look({ points, start = [0, 0], b = 0, t = 0 }) {
    const run = perceptron(points, start), best = separator(points), M = run.mistakes.length;
    const now = Math.min(t, M), w = run.weights[now], radius = Math.max(...points.map(length));
    const most = Math.max(...run.weights.slice(0, now + 1).flat().map(Math.abs));
    const scale = most > REACH ? 2 ** -Math.ceil(Math.log2(most / REACH)) : 1; // so that the arrow fits the board
    const wrong = points.map((row) => score(row, w, b) <= 0), bound = best && (radius / best.gamma) ** 2;
    return { points, run, best, M, t: now, w, b, radius, scale, wrong, bound, next: run.mistakes[now] };
  }

  // What to bring about. Each verdict looks at a state, and at the points as they were at the start.
  const sorted = (points) => points.map(String).sort().join();
  const CHALLENGES = {
    long: ["A separable sample with a run of more than 100 updates", ({ best, M }) => best !== null && M > 100],
    narrow: ["A separable sample with γ < 0.1", ({ best }) => best !== null && best.gamma < 0.1 - 1e-9],
    order: ["The points of the start in an order that needs one update",
      ({ points, M }, start) => M === 1 && sorted(points) === sorted(start)],
  };
  const met = (points, start) => Object.values(CHALLENGES).map(([, verdict]) => verdict(look({ points }), start));

  // The names of the challenges that were met, as the browser remembers them; it may refuse to.
  function remembered(names) {
    try {
      if (names) localStorage.setItem("challenges", names.join(" "));
      return localStorage.getItem("challenges")?.split(" ") ?? [];
    } catch {
      return names ?? [];
    }
  }

  const HEIGHT = 250;
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

  const many = (count) => `${count} update${count === 1 ? "" : "s"}`;
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
    const crossing = best && `crossing (R/γ)² = ${+bound.toPrecision(3)}`;
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
    const term = (kind, words, value) => `<span class="${kind}">${board.slanted(words, "i")} ${value.toFixed(2)}</span>`;
    const lower = best ? [term("best", "γt", best.gamma * t), term("best", "■ ⟨w,u⟩", dot(w, best.u))] : [];
    return [...lower, term("now", "● ‖w‖", length(w)), term("root", "R√t", radius * Math.sqrt(t))].join(" ≤ ");
  }

  const BARS = 145;
  const bar = (kind, x, y, width) =>
    `<rect class="${kind}" x="${x}" y="${y}" width="${Math.max(0, width)}" height="20"/>`;
  // The line f = level, beyond the picture on both sides.
  const level = ({ w, b }, value) => [12, -12].map((far) =>
    plane(REACH)(plus(times(w, (value - b) / dot(w, w)), times([-w[1], w[0]], far / length(w)))));
  const strip = (kind, state, from, to) => polygon(kind, [...level(state, from), ...level(state, to).reverse()]);

  // The disc of a support vector, by the share of C that its α takes, or of the largest α.
  const radius = ({ alpha, price }, i) =>
    12 + (12 * alpha[i]) / (price === "hard" ? Math.max(...alpha) || 1 : price);

  function drawSlab(state, alone) {
    const { points, w, b, low, high, xi, half } = state, to = plane(REACH);
    if (!half) return axes;
    const names = [["f = −1", -1], ["f = 0", 0], ["f = 1", 1]].map(([words, value]) => {
      // A line is named where it meets a circle; faces, if they are apart.
      const u = times(w, 1 / length(w)), off = (value - b) / length(w), along = Math.sqrt(3.7 ** 2 - off ** 2);
      if (alone || !along || (half >= 3 && value)) return "";
      return text("middle", plus(to(plus(times(u, off), times([-u[1], u[0]], along))), [0, 4]), words);
    });
    const stem = (x, i) => (xi[i] ? line("stem", to(x), to(plus(x, times(w, (x[2] * xi[i]) / (2 * half))))) : "");
    return strip("slab", state, -1, 1) + (high > low ? strip("band", state, b - low, b - high) : "") + axes
      + [-1, 1].map((value) => line("best face", ...level(state, value))).join("") + line("best", ...level(state, 0))
      + points.map(stem).join("") + names.join("");
  }

  function drawSum({ points, w, alpha, kinds, failed }, em) {
    if (failed) {
      return axes + text("middle", [SIDE / 2, 2 * em], "No line separates") + text("middle", [SIDE / 2, 3.3 * em], "the points: no w.");
    }
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
      return polygon(`${kind} whole`, hull(list, 1).map(to)) + polygon(`${kind} hull`, hull(list, most).map(to));
    });
    const dots = points.map((x) => {
      const count = x[2] > 0 ? 12 : 4, corners = Array.from({ length: count }, (_, k) => turned((k + 0.5) / count));
      return polygon(`${side(x[2])} tip`, corners.map((u) => plus(to(x), times(u, 5))));
    });
    const end = (at, name) => polygon("best tip", [[-7, 0], [0, -7], [7, 0], [0, 7]].map((d) => plus(to(at), d)))
      + text("middle", plus(to(at), [0, name === "q" ? 7 + em : -11]), name);
    const ends = () => (length(minus(p, q)) < 1e-9 ? end(p, "p = q") : line("best", to(p), to(q)) + end(p, "p") + end(q, "q"));
    return axes + hulls.join("") + dots.join("") + (p ? ends() : "");
  }

  function drawBars({ failed, half, paid, total, primal, dual }, priced) {
    const scale = (SIDE - 16) / (total || 1), [h, met] = [half * scale, 8 + primal * scale];
    if (failed) {
      return text("", [8, 22], "primal: no line separates, so no w is allowed")
        + bar("dual", 8, 68, 2 * SIDE) + text("", [8, 112], "dual Σα − ½‖w‖²: without a bound");
    }
    const stripes = `<pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse">
      <path class="stripe" d="M-1,7L7,-1"/></pattern>`;
    const both = priced ? `primal ½‖w‖² + CΣξ = ${number(half)} + ${number(paid)}` : "primal ½‖w‖²";
    return stripes + text("", [8, 22], `${both} = ${number(primal)}`)
      + bar("primal", 8, 36, h) + bar("paid", 8 + h, 36, met - 8 - h)
      + bar("dual", 8, 68, dual * scale) + bar("taken", 8 + dual * scale, 68, h) + line("meet", [met, 30], [met, 94])
      + text("", [8, 112], `dual Σα − ½‖w‖² = ${number(total)} − ${number(half)} = ${number(dual)}`)
      + text("", [8, 132],
        primal - dual <= 1e-9 * primal ? "gap 0, up to rounding: both are optimal" : `gap ${primal - dual}`);
  }

  const touches = (y) => y < 1 + 1e-9; // a score, of a hard margin

  // What the state shows, in clauses, of which a screen reader speaks those that change.
  function tellMargin({ points, price, one, failed, half, low, high, b, slack, kinds, g }, alone, priced) {
    const at = price === "hard" ? "Hard margin:" : `C = ${price}:`;
    const rows = (kind) => kinds.flatMap((k, i) => (k === kind ? i : [])), paying = rows("bound");
    const list = (found) => found.join(", ").replace(/, (\d+)$/, " and $1") || "none";
    const full = `${list(paying)} push${paying.length > 1 ? "" : "es"} with all of C`;
    const width = number(1 / Math.sqrt(2 * half));
    if (alone) {
      if (one || failed) return [one ? "There is one class only, and nothing to separate." : "No line separates the points."];
      const touch = g.flatMap((y, i) => (touches(y) ? i : []));
      return [`Margin ${width}.`, `Points ${list(touch)} touch the slab.`];
    }
    if (!priced && !one && !failed) {
      return [`Margin ${width}.`, `Support vectors: ${list(rows("free"))}.`, `b = ${number(b)}.`];
    }
    if (one) return [at, `one class only, so w = 0 with b = ${sign(b)} solves the problem.`];
    if (failed) return [at, "no line separates the points, so there is no w and no α.", "p = q lies in the hulls of both classes."];
    return [at, half ? `half-width ${width},` : "w = 0, no slab,", `total slack ${number(slack)},`,
      `${g.filter((y) => y <= 1e-9).length} of ${points.length} misclassified.`,
      `Support vectors: ${list(rows("free"))} on the faces${paying.length ? `; ${full}` : ""}.`,
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
    const { points, run, t, w, b, scale, crowd } = state, to = plane(REACH), tip = times(swung, scale);
    const arrows = [], before = run.weights[t - 1];
    if (has.steps && t) {
      const yx = minus(w, before), y = points[run.mistakes[t - 1]][2];
      if (length(before)) arrows.push(hyperplane("now before", before, 0, to));
      arrows.push(arrow(side(y), to(times(base, scale)), to(times(plus(base, yx), scale))));
    }
    const named = () => text("middle", plus(to(tip), plus(times([swung[0], -swung[1]], 16 / length(swung)), [0, 5])), "w");
    const wrong = crowd.filter((row) => score(row, swung, b) <= 0).map((row) => `M${place(to(row))}m-4,-4l8,8m0,-8l-8,8`);
    return (length(swung) ? polygon("half", clip(everywhere, swung, b).map(to)) : "") + axes
      + [1, -1].map((y) => dots(side(y), crowd.filter((row) => row[2] === y).map(to))).join("")
      + `<path class="wrong" d="${wrong.join("")}"/>` + arrows.join("")
      + (length(swung) ? hyperplane("now", swung, b, to) + arrow("now", to([0, 0]), to(tip)) + named() : "")
      + (has.digits ? text("end", [SIDE - 3, SIDE / 2 + 16], "more ink →") + text("", [SIDE / 2 + 6, 13], "↑ more at the left") : "");
  }

  // The ink of a digit, and framed what counts as its left: rows 2 to 5 and columns 1 to 3, as in scene.py.
  function drawDigit(pixels, em) {
    const cell = (value, k) => value && `<rect class="ink" x="${40 + 35 * (k % 8)}" y="${35 * Math.floor(k / 8)}" width="35"
      height="35" style="fill-opacity: ${value / 16}"/>`;
    const ink = (rows) => sum(rows) / 16, left = pixels.filter((_, k) => k % 8 > 0 && k % 8 < 4 && k > 15 && k < 48);
    return pixels.map(cell).join("") + '<rect class="counted" x="75" y="70" width="105" height="140"/>'
      + [`all ink: ${ink(pixels).toFixed(1)}`, `in the frame: ${ink(left).toFixed(1)}`]
        .map((words, k) => text("middle", [SIDE / 2, 283 + (k + 1) * 1.25 * em], words)).join("");
  }

  // The mean loss over the plane of weights. It doubles where w does, so each level line is the first, enlarged.
  function drawBowl({ points, run, t, w }, reach) {
    const to = plane(reach), all = Array.from({ length: 180 }, (_, k) => turned(k / 180));
    const creases = signed(points).filter(length).flatMap(([a, b]) => [[b, -a], [-b, a]].map((v) => times(v, 1 / length(v))));
    const around = [...all, ...creases].toSorted((p, q) => Math.atan2(p[1], p[0]) - Math.atan2(q[1], q[0]));
    const slope = around.map((v) => loss(points, v)), steepest = Math.max(...slope), walked = run.weights.slice(0, t + 1).map(to);
    const lines = Array.from({ length: 12 }, (_, k) => around.map((v, i) => (slope[i] > 1e-9
      ? `${slope[i - 1] > 1e-9 ? "L" : "M"}${place(to(times(v, ((k + 1) * steepest * reach) / 8 / slope[i])))}` : "")).join(""));
    return polygon("cone", signed(points).reduce((corners, z) => clip(corners, z), everywhere).map(to)) + axes
      + lines.map((d) => `<path class="level" d="${d}"/>`).join("")
      + points.map((p) => (length(p) ? hyperplane(side(p[2]), p, 0, to) : "")).join("")
      + line("path", ...walked) + dots("path", walked) + arrow("now", to([0, 0]), to(w));
  }

  // What the state shows, in clauses, of which a screen reader speaks those that change.
  function tellWalk({ points, crowd, run, best, M, t, w, b, radius, wrong, bound, next, scale }, has) {
    const made = many(M) + (run.halted ? "" : ` in ${PASSES} passes`), misread = wrong.filter(Boolean).length;
    const astray = misread + crowd.filter((row) => score(row, w, b) <= 0).length;
    const count = `${astray} of ${points.length + crowd.length} ${has.digits ? "misread" : "misclassified"}.`;
    const at = next !== undefined && score(points[next], w, 0), coming = has.digits ? "digit" : "point";
    const ahead = [next !== undefined ? `Next: ${coming} ${next}, ${at ? `y⟨w,x⟩ = ${number(at)}` : "a tie"}.`
      : run.halted ? "The run is over." : `Stopped after ${PASSES} passes.`];
    if (has.digits) {
      const steps = has.steps ? [t ? `The machine has made ${t} mistake${t > 1 ? "s" : ""}.` : "",
        next === undefined ? "No mistake is left." : "The next one is ringed."] : [`w = ${pair(w)}, b = ${number(b)}.`];
      return [count, ...steps].filter(Boolean);
    }
    const bounds = best ? [`γ = ${number(best.gamma)},`, `R = ${number(radius)}: at most ${many(Math.floor(bound + 1e-9))}.`]
      : ["No line through 0 separates the points."];
    return [`After ${t} of ${made}${has.chart ? "," : `, w = ${pair(w)},`}`, count, ...ahead, ...(has.chart ? bounds : []),
      ...(has.bowl ? [`The mean loss is ${number(loss(points, w))}.`] : []),
      ...(scale < 1 ? [`Arrows are drawn at 1/${1 / scale} of their length.`] : [])];
  }

  const button = ([name, words]) => `<button name="${name}"${name === "link" ? " hidden" : ""}>${words}</button>`;
  const group = (label, ...buttons) => `<span role="group" aria-label="${label}">${buttons.map(button).join(" ")}</span>`;
  const picture = (kind, label, high = SIDE) => (
    `<div class="${kind}"><svg viewBox="0 0 ${SIDE} ${high}" ${label}><g></g></svg></div>`);

  function frame(has, count) {
    const shown = (label) => `role="img" aria-label="${label}"`, walk = !has.slab && !has.forces;
    const keys = has.edit ? ", Delete removes it, Home puts it first" : "";
    const label = has.digits ? "The digits, and the arrow w: arrow keys move its tip, Shift moves it further"
      : `The points: arrow keys move one, Shift moves it further, Enter flips it${keys}`;
    const beside = has.digits ? picture("side", shown("The digit that came last: 8 by 8 pixels, the left framed"))
      : has.chart ? picture("side", shown("The four sides of the inequality beside it, against the updates t"), HEIGHT)
        : has.bowl || has.forces ? picture("side", has.bowl ? 'role="application" aria-label="The plane of weights with level lines of the mean loss: arrow keys move w"' : 'role="img"') : "";
    const steps = [["start", "Start"], ["back", "Back"], ["step", "Step"], ["play", "Play"], ["end", "End"]];
    const run = (has.digits ? group("Digits", ["more", "Next digit"], ["all", `All ${count}`]) : "")
      + (has.steps ? group("The run", ...(has.digits ? [steps[2], steps[3]] : steps)) : "")
      + (has.price ? `<label><i>C</i> <input type="range" min="0" max="${PRICES.length - 1}"> <span aria-hidden="true"></span>
        </label>${group("Prices", steps[3])}` : "")
      + (has.forces ? group("The second picture", ["hulls", "Hulls"], ["sum", "<i>w</i> as a sum"]) : "");
    const kinds = has.digits ? '<b class="positive">8</b> and <b class="negative">3</b>: digits.'
      : '<b class="positive">●</b> +1, <b class="negative">■</b> −1.';
    const green = '<b class="best">Green</b>: the line in the middle of the slab and, dashed, its two faces.';
    const seen = has.slab ? `${green} A ring: a point that touches it.`
      : has.forces ? `${green} ${has.price ? "A stem: the slack ξ of its point. The larger the disc, the larger the share of C that α takes: one ring where 0 &lt; α &lt; C, two where α = C." : "The larger the disc, the larger α."}`
        : `w points to the shaded side. A cross: misread.${has.steps ? " A dashed ring: the next mistake. Dashed: the line before the last." : ""}${
          has.bowl ? ' Beside it each line is an example, and w is right in the <b class="best">green</b> part.' : ""}`;
    return `<div class="bench${beside ? "" : " single"}">
      ${picture("board", `role="application" aria-label="${label}"`)}
      ${run ? `<p class="buttons run">${run}</p>` : ""}${beside}
      <div class="words">${has.chart ? '<p class="key"></p>' : ""}<p class="state"><span></span> <span></span></p>
        <p class="told" role="status"></p></div>
      <p class="buttons edit">${has.edit ? group("The points", ["add", "Add"], ["remove", "Remove"], ["first", "Put first"]) : ""}
        ${group("All of it", ["undo", "Undo"], ["reset", "Reset"], ["link", "Copy link"])}</p>
      <div class="rest"><p class="seen">${kinds} ${seen}</p>
      ${has.forces ? `<p class="view"></p>${picture("bars", shown("Both objectives as bars, which end at the same place"), BARS)}` : ""}
      ${has.challenges ? `<div><p><b>Challenges</b></p><ul>${Object.values(CHALLENGES).map(([words]) => `<li>${words}</li>`).join("")}</ul></div>` : ""}
      ${has.digits ? "" : `<details class="keys"><summary>By hand and by keys</summary><p>Click a point to choose it, again to flip its
        label. ${has.edit ? "A double click beside the points, or <b>Add</b>, makes a new one. " : ""}Arrow keys move the chosen point
        (Shift: further), Enter flips it${keys}. Z or Ctrl+Z undoes.</p></details>`}</div></div>`;
  }

  const WALK = `<circle class="ring" r="15"/><path class="cross" d="M-14,-14L14,14M14,-14L-14,14"/>`;
  const HELD = '<circle class="ring" r="27"/><circle class="disc"/><circle class="disc"/>';

  // Show the model's values in el, and change them as the reader does. With `address`, the page's address keeps
  // them.
  function render({ model, el, address }) {
    const has = Object.fromEntries(model.get("parts").map((part) => [part, true])), margin = has.slab || has.forces;
    const digits = has.digits && model.get("digits"), rows = has.digits && digits.rows;
    const start = model.get("points");
    el.className = ["scene", ...model.get("parts")].join(" ");
    el.innerHTML = frame(has, digits && rows.length);
    const [examples, second, bars] = [".board", ".side", ".bars"].map((part) => el.querySelector(`${part} svg`));
    const [drawn, beside, balance] = [examples, second, bars].map((svg) => svg?.firstElementChild);
    const slider = el.querySelector("input"), done = el.querySelectorAll("li"), names = Object.keys(CHALLENGES);
    let state, swinging;
    const check = (name) => (done[names.indexOf(name)] ?? {}).className = "met";
    remembered().forEach(check);

    function showMargin(marks) {
      const view = has.slab ? "slab" : model.get("view");
      state = solve(model.get("points"), model.get("C") ?? "hard");
      const { points, alpha, kinds, xi, g, failed, one } = state;
      marks.forEach((point, i) => {
        const near = has.slab && !failed && !one && touches(g[i]);
        const kind = has.slab ? (near ? "support" : "") : { free: "support", bound: "support full" }[kinds[i]] ?? "";
        point.setAttribute("class", `point ${side(points[i][2])} ${kind}`);
        point.querySelectorAll(".disc").forEach((disc, k) =>
          disc.setAttribute("r", has.slab ? 15 : radius(state, i) - 4 * k));
        const force = failed ? "" : `, α = ${number(alpha[i])}`, slack = xi[i] ? `, slack ${number(xi[i])}` : "";
        point.ariaLabel = board.named(i, points[i]) + (has.slab ? (near ? ", on the slab" : "") : force + slack);
      });
      drawn.innerHTML = drawSlab(state, has.slab);
      if (slider) {
        slider.value = PRICES.indexOf(state.price);
        slider.ariaValueText = slider.nextElementSibling.textContent = state.price;
      }
      if (has.slab) return;
      const { draw, label, words } = VIEWS[view];
      beside.innerHTML = draw(state, board.em(second));
      second.ariaLabel = label;
      el.querySelector(".view").innerHTML = board.slanted(words(has.price), "i");
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
    function showWalk(marks) {
      const last = state, values = { points: model.get("points"), start: model.get("start"), b: model.get("b"), t: model.get("t") };
      state = { ...look(values), crowd: digits && values.points.length === MOST ? rows.slice(MOST) : [] };
      const { points, wrong, next, t } = state;
      marks.forEach((point, i) => {
        const verdict = wrong[i] ? has.digits ? "misread" : "misclassified" : "right", mine = has.steps && i === next;
        point.setAttribute("class", `point ${side(points[i][2])}${wrong[i] ? " wrong" : ""}${mine ? " next" : ""}`);
        point.ariaLabel = `${has.digits ? `Digit ${i}, ${points[i][2] > 0 ? "an 8" : "a 3"}, at ${pair(points[i])}`
          : board.named(i, points[i])}, ${verdict}${mine ? ", next update" : ""}`;
      });
      drawn.innerHTML = drawWalk(state, has);
      if (last && !bench.calm && has.steps && t === last.t + 1 && last.points === points && waits() > 200) {
        swing(last.w, Math.min(700, 0.8 * waits()));
      }
      if (digits) beside.innerHTML = drawDigit([...digits.pixels[points.length - 1]].map((c) => parseInt(c, 36)), board.em(second));
      if (digits && last && !bench.calm && points.length === last.points.length + 1) { // lands from its picture
        const from = second.getBoundingClientRect(), to = marks.at(-1).getBoundingClientRect();
        const way = [from.x + from.width / 2 - to.x, from.y + from.height / 2 - to.y].map((c) => `${c}px`).join(" ");
        marks.at(-1).animate([{ translate: way, opacity: 0.3 }, { translate: "0", opacity: 1 }], { duration: 600, easing: "ease-out" });
      }
      if (has.bowl) beside.innerHTML = drawBowl(state, bowlReach());
      if (!has.chart) return "";
      beside.innerHTML = drawChart(state, board.em(second));
      el.querySelector(".key").innerHTML = inequality(state);
      const reached = met(points, start), fresh = names.filter((_, k) => reached[k] && done[k] && !done[k].className);
      if (fresh.length) remembered([...new Set([...remembered(), ...fresh])]);
      fresh.forEach(check);
      return fresh.map((name) => `Challenge met: ${CHALLENGES[name][0]}.`).join(" ");
    }
    const waits = () => Math.max(40, Math.min(900, 10000 / state.M));
    const bowlReach = () => 2 ** Math.ceil(Math.log2(Math.max(REACH, ...(state?.w ?? [0]).map(Math.abs))));

    // A new point, labeled by u, or by w where there is none.
    function add(p) {
      const { points, best, w } = state, at = onGrid(p), row = [...at, dot(best ? best.u : w, at) > 0 ? 1 : -1];
      bench.chosen = points.length;
      bench.edit({ points: [...points, row] }, `${board.named(points.length, row)}, is new.`);
    }
    // Remove the chosen point, or put it first; the focus goes along.
    function order(front, words) {
      const focused = examples.contains(el.getRootNode().activeElement), i = bench.chosen, { points } = state;
      const kept = points.toSpliced(i, 1), next = front ? 0 : Math.min(i, kept.length - 1);
      bench.chosen = front || focused ? next : undefined;
      bench.edit({ points: front ? [points[i], ...kept] : kept }, `Point ${i} ${words}.`);
      if (focused) bench.marks[next].focus();
    }
    const measure = (count) => {
      const i = Math.min(MOST, count) - 1, [x1, x2, y] = rows[i];
      bench.edit({ points: rows.slice(0, i + 1) }, `Digit ${i}, ${y > 0 ? "an 8" : "a 3"}, lands at ${pair([x1, x2])}.`);
    };
    const acts = {
      start: () => bench.set({ t: 0 }),
      back: () => bench.set({ t: Math.max(0, state.t - 1) }),
      step: () => bench.set({ t: Math.min(state.M, state.t + 1) }),
      end: () => bench.set({ t: state.M }),
      add: () => add([Math.cos, Math.sin].map((f) => 3 * f(2.4 * state.points.length))), // here and there
      remove: () => order(false, "is removed"),
      first: () => order(true, "comes first now, as point 0"),
      more: () => measure(state.points.length + 1),
      all: () => measure(rows.length),
      hulls: () => bench.set({ view: "hulls" }),
      sum: () => bench.set({ view: "sum" }),
    };
    function idle(chosen) {
      if (margin) return {};
      const { points, t, M } = state, choose = chosen === undefined && "Choose a point first.";
      const begun = !t && "The run has not begun.", over = t === M && "No mistake is left.";
      const landed = points.length === MOST && "All digits have landed.";
      return {
        start: begun, back: begun, step: over, end: over, more: landed, all: landed,
        add: points.length === MOST && `${MOST} points are the most.`,
        remove: points.length === 1 ? "The last point cannot be removed." : choose,
        first: choose || (!chosen && "It is the first."),
      };
    }

    // The tip of w, on the board or over the plane of weights, and with an offset the line's foot.
    const turn = (p, words = "w") => {
      const to = onGrid(p), moved = state.t > 0 || String(to) !== String(model.get("start"));
      if (moved) bench.edit({ start: to, t: 0 }, `${words} = ${pair(to)}.`);
      return moved;
    };
    const foot = () => (length(state.w) ? times(state.w, -state.b / dot(state.w, state.w)) : [0, 0]);
    const lift = (p) => {
      const [b] = onGrid([-dot(state.w, p), 0]), moved = b !== state.b;
      if (moved) bench.edit({ b }, `b = ${number(b)}.`);
      return moved;
    };
    const tip = { kind: "turn", svg: examples, where: () => times(state.w, state.scale), put: turn,
      label: () => `The tip of the arrow w, at ${pair(state.w)}` };
    const handles = [
      ...(has.turn && !has.bowl ? [tip] : []),
      ...(has.bowl ? [{ ...tip, svg: second, reach: bowlReach, where: () => state.w }] : []),
      ...(has.lift ? [{ kind: "lift", svg: examples, where: foot, put: lift, label: () => `The line, with b = ${number(state.b)}` }] : []),
    ];
    const higher = () => PRICES[PRICES.indexOf(state.price) + 1];
    const steps = margin
      ? { first: { C: PRICES[0] }, next: () => higher() && { C: higher() }, wait: () => 700 }
      : { first: { t: 0 }, next: () => state.t < state.M && { t: state.t + 1 }, wait: waits };
    const bench = board.bench({
      el, model, names: ["points", "start", "b", "t", "C", "view"], handles, acts, idle, steps, inert: has.digits,
      hint: has.digits ? "Drag the tip of the arrow w, or use the arrow keys." : "Drag a point, or use the arrow keys.",
      written: (i) => (has.digits ? (rows[i][2] > 0 ? 8 : 3) : i), inside: margin ? HELD : WALK,
      show: (marks) => (margin ? showMargin(marks) : showWalk(marks)),
      tell: () => (margin ? tellMargin(state, has.slab, has.price) : tellWalk(state, has)),
      keys: has.edit ? { Delete: "remove", Backspace: "remove", Home: "first" } : {},
      address: address && { name: "scene", write, read },
    });
    slider?.addEventListener("input", () => bench.edit({ C: PRICES[slider.value] }));
    if (has.edit) {
      examples.addEventListener("dblclick", (event) => {
        if (event.target.closest(".point")) return;
        if (state.points.length === MOST) bench.act("add"); // says why not
        else add(bench.at(event));
      });
    }
  }

  // A state as the end of an address: t, the step of the price, if there is one, the view, and as points on the
  // grid w at the start, b, and the points. What is no state reads as null.
  const write = ({ points, start, b, t, C, view }) => (
    `${t}.${C === null ? "" : PRICES.indexOf(C)}.${view}.${board.write([[...start, 1], [b, 0, 1], ...points])}`);
  function read(kept) {
    const [, t, step, view, letters] = /^(\d{1,4})\.(\d{0,2})\.(hulls|sum)\.(.*)$/.exec(kept) ?? [];
    const [w, b, ...points] = board.read(letters) ?? [];
    if (!points.length || step >= PRICES.length) return null;
    return { points, start: w.slice(0, 2), b: b[0], t: +t, C: step === "" ? null : PRICES[+step], view };
  }

  return { look, met, write, read, render };
})();

// As a page's classic script only: a module has no currentScript, and its kernel calls render.
if (globalThis.document?.currentScript) {
  document.querySelectorAll("[data-scene]").forEach((el) => {
    const values = JSON.parse(el.dataset.scene);
    let changed;
    scene.render({ el, address: true, model: {
      get: (key) => values[key],
      set: (key, value) => changed((values[key] = value)),
      on: (_, act) => (changed = act),
      save_changes() {},
    } });
  });
}
