/** Returns the indices of `count` events. Repeats 30 % of them one to four times, at most `spread` events later. */
export function shuffledDeliveries(count: number, spread: number): number[] {
  const copies = (i: number) => (i % 10 < 3 ? 1 + Math.floor(Math.random() * 4) : 0);
  return Array.from({ length: count }, (_, i) => [
    [i, i],
    ...Array.from({ length: copies(i) }, () => [i, i + Math.random() * spread]),
  ])
    .flat()
    .sort(([, a = 0], [, b = 0]) => a - b)
    .map(([i = 0]) => i);
}

export function eventOf(i: number, data: object = { job_id: `job_${i}` }): object {
  return { id: `evt_${i}`, type: 'job.complete', created_at: '2026-01-02T03:04:05Z', data };
}
