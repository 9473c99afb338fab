import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPoints, type PointId, pointIds } from '../../mock/points/open-points.ts';
import { clipProbes } from './probes/clips.ts';
import { editProbes } from './probes/edits.ts';
import { errorProbes } from './probes/errors.ts';
import { eventProbes } from './probes/events.ts';
import { httpProbes } from './probes/http.ts';
import { jobProbes } from './probes/jobs.ts';
import { listProbes } from './probes/lists.ts';
import { pageProbes } from './probes/pages.ts';
import { presenceProbes } from './probes/presence.ts';
import type { Probe } from './probes/probe.ts';
import { requestProbes } from './probes/requests.ts';
import { resourceProbes } from './probes/resources.ts';
import { successProbes } from './probes/success.ts';

// The compiler reports a point without a probe.
const probes: { readonly [Id in PointId]: Probe } = {
  ...clipProbes,
  ...editProbes,
  ...errorProbes,
  ...eventProbes,
  ...httpProbes,
  ...jobProbes,
  ...listProbes,
  ...pageProbes,
  ...presenceProbes,
  ...requestProbes,
  ...resourceProbes,
  ...successProbes,
};

test('the ids of the open points are unique', async () => {
  const files = globSync('../../mock/points/*.ts', { cwd: import.meta.dirname });
  const modules: object[] = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
  const areas = modules.flatMap((module) => Object.entries(module).filter(([name]) => /[a-z]Points$/.test(name)));
  const ids = areas.filter(([name]) => name !== 'openPoints').flatMap(([, points]) => Object.keys(points));

  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ids)).toEqual(new Set(pointIds));
});

test('the code of `OtherService` imports nothing from the mock but the points', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname });
  const importing = files.filter((file) =>
    / from '[^']*\bmock\/(?!points\/)/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );

  expect(files).toContain('service.ts');
  expect(importing).toEqual([]);
});

describe.each(pointIds)('%s', (id) => {
  test('has a description, a probe and at least two choices', () => {
    const { open, choices } = openPoints[id];

    expect(open).toMatch(/\.$/);
    expect(probes[id]).toBeTypeOf('function');
    expect(choices.length).toBeGreaterThan(1);
    expect(new Set<string>(choices).size).toBe(choices.length);
  });
});
