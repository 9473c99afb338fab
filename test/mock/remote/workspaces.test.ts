// Tests which API keys a call can have. A mock that ignored an API key would apply the call to all workspaces.
import { createMock, type Fault } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { expect, test } from 'vitest';
import { calls } from './support/calls.ts';
import { connected, type Known } from './support/twins.ts';

test.each([
  [
    'a key that the mock does not accept',
    { apiKeys: ['mine'] },
    {},
    'must be one of the API keys that the mock accepts',
  ],
  ['another key than the connection’s', {}, { apiKey: 'mine' }, 'must be the API key that this mock is connected'],
  [
    'a key that a header cannot contain',
    {},
    {},
    'must be without spaces and have only characters that an HTTP header can hold',
  ],
])('no member accepts %s as its API key', async (which, options, connection, message) => {
  const { mock, remote } = await connected(options, connection);
  mock.seed.project({ name: 'Kept', apiKey: 'mine' });
  const before = mock.snapshot();
  const stranger = { apiKey: which === 'a key that a header cannot contain' ? 'secret 漢' : 'secret' };
  const known: Known = { project: 'x', job: 'x', delivery: 'x', fault: 'x', saved: before };
  const members = { ...calls, events: { '': () => remote.events(stranger) } };

  for (const [member, cases] of Object.entries(members)) {
    for (const call of Object.values(cases)) {
      const error: unknown = await (async () => call(remote, stranger, known))().catch((reason) => reason);
      expect([member, error]).toEqual([
        member,
        expect.objectContaining({
          name: 'ConfigurationError',
          option: expect.stringMatching(/^((scope|outcome|fault)\.)?apiKey$/),
          message: expect.stringContaining(message),
        }),
      ]);
      expect(String(error)).not.toContain('secret');
    }
  }
  expect([mock.snapshot(), mock.faults.list(), mock.jobs.listNext()]).toEqual([before, [], []]);
});

test('a call can have the connection’s API key, or any key of the mock if the connection has none', async () => {
  const { mock, remote, baseUrl } = await connected({ apiKeys: ['mine', 'theirs'] });
  const mine = await connectMock(baseUrl, { apiKey: 'mine' });
  await mine.seed.project({ name: 'Mine', apiKey: 'mine' });
  await remote.seed.project({ name: 'Theirs', apiKey: 'theirs' });
  // Without an API key, the call uses the first key that the mock accepts, as a call of an in-process mock does.
  await remote.seed.project({ name: 'First' });

  const namesOf = (apiKey: string) => mock.state.projects({ apiKey }).map(({ name }) => name);
  expect([namesOf('mine'), namesOf('theirs')]).toEqual([['Mine', 'First'], ['Theirs']]);
});

test('an error stays readable if the API key is a word in its message', async () => {
  const { remote } = await connected({}, { apiKey: 'fault' });
  const fault = { drops: true } as object as Fault;
  const inProcess: unknown = await (async () => createMock().faults.add(fault))().catch((reason) => reason);
  await expect(remote.faults.add(fault)).rejects.toThrow(Object(inProcess).message);
});
