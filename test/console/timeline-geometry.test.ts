import { describe, expect, test } from 'vitest';
import {
  clampScale,
  fitScale,
  formatTime,
  placeOf,
  runsOf,
  ticksWithin,
} from '../../mock/console/timeline/model/scale.ts';
import { sortSpans, spanAt, spansWithin } from '../../mock/console/timeline/model/spans.ts';

const span = (start: number, end: number) => ({ start, end });

describe('spans', () => {
  test('those between two times are found among many', () => {
    const spans = sortSpans(Array.from({ length: 20_000 }, (_, index) => span(index, index + 1)));
    const found = spansWithin(spans, span(500.5, 503));
    expect(found.map(({ start }) => start)).toEqual([500, 501, 502]);
  });

  test('one that began long before is found, though those after it have ended', () => {
    const long = span(0, 100);
    const spans = sortSpans([span(1, 2), long, span(50, 51)]);
    expect(spansWithin(spans, span(40, 45))).toContain(long);
  });

  test('at a time there is what has begun and has not ended', () => {
    const spans = sortSpans([span(0, 1), span(1, 2), span(3, 4)]);
    expect([0, 1, 2, 3, 4].map((time) => spanAt(spans, time)?.start)).toEqual([0, 1, undefined, 3, undefined]);
  });

  test('at a time there is not what has just ended, even while something else goes on', () => {
    const spans = sortSpans([span(0, 10), span(1, 2)]);
    expect(spanAt(spans, 2)?.start).toBe(0);
  });
});

describe('the scale', () => {
  test.each([0.002, 0.2, 1, 7, 35, 84, 160, 799, 800])('at %s px/s the ticks are at least 84 px apart', (scale) => {
    const [first, second] = ticksWithin(span(0, 100_000 / scale), scale);
    expect(((second?.seconds ?? 0) - (first?.seconds ?? 0)) * scale).toBeGreaterThanOrEqual(84 - 1e-9);
  });

  test('a span is drawn a pixel short of the next one, and at least two pixels wide', () => {
    expect(placeOf(span(1, 2.5), 100)).toEqual({ left: '100px', width: '149px' });
    expect(placeOf(span(1, 1.001), 100)).toEqual({ left: '100px', width: '2px' });
  });

  test('ticks are only between the given times, and none is before the start', () => {
    expect(ticksWithin(span(-3, 2.5), 160).map(({ label }) => label)).toEqual(['0:00', '0:01', '0:02']);
    expect(ticksWithin(span(10.1, 12.9), 160).map(({ seconds }) => seconds)).toEqual([11, 12]);
  });

  test('the smallest scale shows all, the largest is 800 px/s', () => {
    expect(clampScale(0.001, 100, 1000)).toBe(fitScale(100, 1000));
    expect(clampScale(5000, 100, 1000)).toBe(800);
  });

  test('a day is not drawn wider than browsers can', () => {
    expect(clampScale(800, 86_400, 1000) * 86_400).toBeLessThanOrEqual(15_000_000);
  });

  test('times are rounded as a whole', () => {
    expect(formatTime(59.96, 1)).toBe('1:00.0');
    expect(formatTime(4.026)).toBe('0:04.026');
    expect(formatTime(3725, 0)).toBe('1:02:05');
  });
});

describe('runs', () => {
  test('what is wide enough is drawn by itself', () => {
    const items = [span(0, 1), span(1, 2)];
    expect(runsOf(items, 100).map((run) => run.items)).toEqual(items.map((item) => [item]));
  });

  test('thousands of narrow items become no more runs than there is room for', () => {
    const items = Array.from({ length: 2000 }, (_, index) => span(index * 4, index * 4 + 3.8));
    const runs = runsOf(items, 1000 / 8000);
    expect(runs.length).toBeLessThan(1000 / 20);
    expect(runs.flatMap((run) => run.items)).toEqual(items);
  });

  // At 100 px/s.
  test.each([
    ['a narrow one after a wide one', [span(0, 0.1), span(0.1, 0.11)]],
    ['a wide one after a narrow one', [span(0, 0.02), span(0.02, 0.12)]],
    ['narrow ones that are far from each other', [span(0, 0.01), span(0.1, 0.11)]],
  ])('%s are not drawn as one', (_, items) => {
    expect(runsOf(items, 100)).toHaveLength(2);
  });
});

test('however long a timeline is, its ruler has no more marks than there is room for', () => {
  const duration = 1e12;
  expect(ticksWithin({ start: 0, end: duration }, 1440 / duration).length).toBeLessThan(20);
});
