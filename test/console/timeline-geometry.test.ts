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
  test('between two times are found in a list of 20,000 spans', () => {
    const spans = sortSpans(Array.from({ length: 20_000 }, (_, index) => span(index, index + 1)));
    const found = spansWithin(spans, span(500.5, 503));
    expect(found.map(({ start }) => start)).toEqual([500, 501, 502]);
  });

  test('that began long before are found, even if later spans have ended', () => {
    const long = span(0, 100);
    const spans = sortSpans([span(1, 2), long, span(50, 51)]);
    expect(spansWithin(spans, span(40, 45))).toContain(long);
  });

  test('include their start but not their end', () => {
    const spans = sortSpans([span(0, 1), span(1, 2), span(3, 4)]);
    expect([0, 1, 2, 3, 4].map((time) => spanAt(spans, time)?.start)).toEqual([0, 1, undefined, 3, undefined]);
  });

  test('that have just ended are not found, even if a longer span continues', () => {
    const spans = sortSpans([span(0, 10), span(1, 2)]);
    expect(spanAt(spans, 2)?.start).toBe(0);
  });
});

describe('on the timeline’s scale,', () => {
  test.each([0.002, 0.2, 1, 7, 35, 84, 160, 799, 800])('at %s px/s the ticks are at least 84 px apart', (scale) => {
    const [first, second] = ticksWithin(span(0, 100_000 / scale), scale);
    expect(((second?.seconds ?? 0) - (first?.seconds ?? 0)) * scale).toBeGreaterThanOrEqual(84 - 1e-9);
  });

  test('a span is drawn with a one-pixel gap to the next span, and at least two pixels wide', () => {
    expect(placeOf(span(1, 2.5), 100)).toEqual({ left: '100px', width: '149px' });
    expect(placeOf(span(1, 1.001), 100)).toEqual({ left: '100px', width: '2px' });
  });

  test('ticks are only between the given times, and none is before 0:00', () => {
    expect(ticksWithin(span(-3, 2.5), 160).map(({ label }) => label)).toEqual(['0:00', '0:01', '0:02']);
    expect(ticksWithin(span(10.1, 12.9), 160).map(({ seconds }) => seconds)).toEqual([11, 12]);
  });

  test('the smallest scale shows everything, and the largest is 800 px/s', () => {
    expect(clampScale(0.001, 100, 1000)).toBe(fitScale(100, 1000));
    expect(clampScale(5000, 100, 1000)).toBe(800);
  });

  test('a day is not drawn wider than browsers support', () => {
    expect(clampScale(800, 86_400, 1000) * 86_400).toBeLessThanOrEqual(15_000_000);
  });

  test('times are rounded before they are split into units', () => {
    expect(formatTime(59.96, 1)).toBe('1:00.0');
    expect(formatTime(4.026)).toBe('0:04.026');
    expect(formatTime(3725, 0)).toBe('1:02:05');
  });
});

describe('when items are grouped into runs,', () => {
  test('items that are wide enough are drawn separately', () => {
    const items = [span(0, 1), span(1, 2)];
    expect(runsOf(items, 100).map((run) => run.items)).toEqual(items.map((item) => [item]));
  });

  test('thousands of narrow items are drawn as only as many runs as fit', () => {
    const items = Array.from({ length: 2000 }, (_, index) => span(index * 4, index * 4 + 3.8));
    const runs = runsOf(items, 1000 / 8000);
    expect(runs.length).toBeLessThan(1000 / 20);
    expect(runs.flatMap((run) => run.items)).toEqual(items);
  });

  // The scale is 100 px/s.
  test.each([
    ['a narrow item after a wide one', [span(0, 0.1), span(0.1, 0.11)]],
    ['a wide item after a narrow one', [span(0, 0.02), span(0.02, 0.12)]],
    ['narrow items that are far apart', [span(0, 0.01), span(0.1, 0.11)]],
  ])('two items are drawn separately: %s', (_, items) => {
    expect(runsOf(items, 100)).toHaveLength(2);
  });
});

test('the ruler of a very long timeline has only as many ticks as fit', () => {
  const duration = 1e12;
  expect(ticksWithin({ start: 0, end: duration }, 1440 / duration).length).toBeLessThan(20);
});
