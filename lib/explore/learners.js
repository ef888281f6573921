// What the scene computes, each held to lib by tests/test_scene.py: the perceptron's run, the best line through
// the origin, and soft and hard margins with their multipliers. board.js, beside this file, has the vectors.
"use strict";

const learners = (() => {
  const { dot, length, times, plus, minus, between } = board;
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

  // The mean perceptron loss of the weights w, lib.figures.perceptron_as_descent.mean_loss.
  const loss = (points, w) => sum(signed(points).map((z) => Math.max(0, -dot(w, z)))) / points.length;

  // The unit u with the largest margin γ, or null. It points to what is nearest to 0 in the convex
  // hull of the yx, which in the plane lies on a segment between two of them.
  function separator(points) {
    const rows = signed(points);
    let nearest = rows[0];
    for (const a of rows) {
      for (const b of rows) {
        const ab = minus(b, a);
        const p = between(a, b, Math.min(1, Math.max(0, -dot(a, ab) / dot(ab, ab) || 0)));
        if (length(p) < length(nearest)) nearest = p;
      }
    }
    const u = times(nearest, 1 / length(nearest));
    const gamma = Math.min(...rows.map((z) => dot(z, u)));
    return gamma > 1e-9 ? { u, gamma } : null; // on the grid, no margin lies between 0 and 1/1000
  }

  const PRICES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, "hard"];

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

  // Minimize ½‖w‖² + C Σξ subject to y f >= 1 - ξ on rows [x1, x2, y]; the price "hard" allows no slack.
  // All b from low to high are optimal, and b is the middle; p and q are the points that α weighs in the
  // hulls of the two classes, where no example has a share above `most`.
  function solve(points, price) {
    const hard = price === "hard", C = hard ? Infinity : price;
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
    return { points, price, one, failed, w, b, low, high, alpha, kinds, g, xi, slack, total, half, paid,
      primal: half + paid, dual: total - half, p, q, most };
  }

  const turned = (share) => [Math.cos(2 * Math.PI * share), Math.sin(2 * Math.PI * share)]; // of a whole turn

  // The hull of some points in which no share exceeds `most`: its farthest point in each direction.
  const hull = (list, most) => Array.from({ length: 120 }, (_, k) => {
    const u = turned(k / 120), first = list.toSorted((a, b) => dot(u, b) - dot(u, a));
    return combine(first.map((_, i) => Math.max(0, Math.min(most, 1 - i * most))), first);
  });

  return { PASSES, PRICES, sum, combine, signed, perceptron, separator, loss, sides, solve, turned, hull };
})();
