// Measures with a Chromium trace how long the main thread of a page was busy.

/**
 * Returns how long each task of the main thread took during `action`, shortest first, in milliseconds of processor time.
 * Unlike wall time, processor time does not depend on other programs.
 */
export async function tasksDuring(page, action) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,toplevel' });
  await action();
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isComplete;
  await session.detach();
  const mainThread = busiestThread(events.filter(({ name }) => name === 'FireAnimationFrame'));
  const tasks = events.filter(
    ({ name, tid, tdur }) => name.endsWith('RunTask') && tid === mainThread && tdur > SHORTEST_US,
  );
  return tasks.map(({ tdur }) => tdur / 1000).sort((a, b) => a - b);
}

/** Shorter tasks are ignored, because they render nothing. */
const SHORTEST_US = 300;

function busiestThread(events) {
  const byThread = Object.entries(Object.groupBy(events, ({ tid }) => tid));
  const [busiest] = byThread.sort(([, one], [, other]) => other.length - one.length);
  return Number(busiest?.[0]);
}

export function percentile(sorted, percent) {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}
