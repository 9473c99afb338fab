import { createMock } from 'clipwright/mock';
import { mockMatchers } from 'clipwright/vitest';
import { expect } from 'vitest';

expect.extend(mockMatchers);
const mock = createMock();
expect(mock).toHaveReceived('projects.create', { name: expect.any(String) });
expect(mock).not.toHaveReceivedTimes('projects.create', 2, { name: 'x' });
expect(mock).toHaveDelivered('export.ready');
// @ts-expect-error: no endpoint has this name.
expect(mock).toHaveReceived('project.create');
// @ts-expect-error: no event is of this type.
expect(mock).toHaveDelivered('export.redy', {});
// @ts-expect-error: `times` is missing.
expect(mock).toHaveReceivedTimes('projects.create');
