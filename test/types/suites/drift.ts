import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../support/amount.ts';
import { compiler, isUnused, messageOf, root } from '../support/compiler.ts';

/** A change to a source file that must not compile. */
interface Drift {
  readonly name: string;
  readonly file: string;
  /** The replaced code. It is as short as possible, so that it still matches after other changes to the file. */
  readonly from: RegExp;
  readonly to: string;
  /** The file in which the compiler must report an error. */
  readonly seenIn: string;
}

/** `npm test` only makes the first four changes, after which an endpoint lacks its method or its service. */
const all: Drift[] = [
  {
    name: 'a client method is deleted',
    file: 'src/resources/projects.ts',
    from: /^ +create\(/m,
    to: '  build(',
    seenIn: 'src/client.ts',
  },
  {
    name: 'a nested client method is deleted',
    file: 'src/resources/captions.ts',
    from: /^ +retime\(/m,
    to: '  time(',
    seenIn: 'src/client.ts',
  },
  {
    name: 'a mock service is deleted',
    file: 'mock/services/table.ts',
    from: /service: mergeWords,/,
    to: '',
    seenIn: 'mock/services/table.ts',
  },
  {
    name: 'an endpoint is added without a method or a service',
    file: 'src/contract/endpoints.ts',
    from: /export const endpoints = {/,
    to: "$& 'drift.probe': { method: 'PATCH', path: '/drift/{probe}', response: project },",
    seenIn: 'mock/services/table.ts',
  },
  {
    name: 'a required field is added to an interface only',
    file: 'src/contract/job.ts',
    from: /export interface Job {/,
    to: '$& added: string;',
    seenIn: 'src/contract/job.ts',
  },
  {
    name: 'an optional field is added to an interface only',
    file: 'src/contract/caption.ts',
    from: /export interface Caption extends \w+ {/,
    to: '$& added?: string | null;',
    seenIn: 'src/contract/caption.ts',
  },
  {
    name: 'an optional field is added to an open interface only',
    file: 'src/contract/timeline-item.ts',
    from: /export interface UpdateMediaParams {/,
    to: '$& added?: string;',
    seenIn: 'src/contract/timeline-item.ts',
  },
  {
    name: 'a field is added to a schema only',
    file: 'src/contract/project.ts',
    from: /model<Project>\(\{/,
    to: '$& added: text,',
    seenIn: 'src/contract/project.ts',
  },
  {
    name: 'an optional field is added to an open schema only',
    file: 'src/contract/audio.ts',
    from: /model<ImportAudioParams>\(\{/,
    to: '$& added: optional(text),',
    seenIn: 'src/contract/audio.ts',
  },
  {
    name: 'a required field is added to an open interface only',
    file: 'src/contract/word-edit.ts',
    from: /export interface WordRetiming {/,
    to: '$& added: string;',
    seenIn: 'src/contract/word-edit.ts',
  },
  {
    name: 'an optional parameter is added to the interface of a query only',
    file: 'src/contract/caption.ts',
    from: /export interface ListCaptionsQuery {/,
    to: '$& added?: string | undefined;',
    seenIn: 'src/contract/caption.ts',
  },
  {
    name: 'a field is deleted from an open schema',
    file: 'src/contract/clip.ts',
    from: /project_name: optional\(\w+\),/,
    to: '',
    seenIn: 'src/contract/clip.ts',
  },
  {
    name: 'a required field of an open interface is optional in its schema',
    file: 'src/contract/onboarding.ts',
    from: /(model<ImportLogoParams>\(\{[^}]*\blogo_url: )(\w+)/,
    to: '$1optional($2)',
    seenIn: 'src/contract/onboarding.ts',
  },
  {
    name: 'an optional field of an open interface is required in its schema',
    file: 'src/contract/audio.ts',
    from: /(model<GenerateSoundParams>\(\{[^}]*\bproject_id: )optional\((\w+)\)/,
    to: '$1$2',
    seenIn: 'src/contract/audio.ts',
  },
  {
    name: 'a service reads a field that its request does not have',
    file: 'mock/services/projects.ts',
    from: /body\.name\b/,
    to: 'body.title',
    seenIn: 'mock/services/projects.ts',
  },
  {
    name: 'a field is deleted from a schema',
    file: 'src/contract/transcript.ts',
    from: /wordCount: maybe\(\w+\),/,
    to: '',
    seenIn: 'src/contract/transcript.ts',
  },
  {
    name: 'a required field is optional in its schema',
    file: 'src/contract/project.ts',
    from: /(model<Project>\(\{[^}]*\bstatus: )(\w+)/,
    to: '$1maybe($2)',
    seenIn: 'src/contract/project.ts',
  },
  {
    name: 'a service omits an optional field of its response',
    file: 'mock/services/transcript.ts',
    from: /totalWords: [^,]+,/,
    to: '',
    seenIn: 'mock/services/transcript.ts',
  },
  {
    name: 'a field is added to the mock’s state only',
    file: 'mock/state/types.ts',
    from: /export interface AudioState {/,
    to: '$& added: string;',
    seenIn: 'mock/state/snapshot-schema.ts',
  },
  {
    name: 'a field is added to the schema of the mock’s state only',
    file: 'mock/state/snapshot-schema.ts',
    from: /strictModel<AudioState>\(\{/,
    to: '$& added: text,',
    seenIn: 'mock/state/snapshot-schema.ts',
  },
  {
    name: 'a kind of call fault is added without its record and effect',
    file: 'mock/faults/fault.ts',
    from: /export interface CallFaultEffects extends \w+ \{/,
    to: '$& readonly added: true;',
    seenIn: 'mock/faults/fault-kinds.ts',
  },
  {
    name: 'a kind of file fault is added without its record and effect',
    file: 'mock/faults/fault.ts',
    from: /export interface FileFaultEffects \{/,
    to: '$& readonly added: true;',
    seenIn: 'mock/faults/call-fault-effects.ts',
  },
  {
    name: 'a kind of event fault is added without its record and effect',
    file: 'mock/faults/fault.ts',
    from: /export interface EventFaultEffects \{/,
    to: '$& readonly added: true;',
    seenIn: 'mock/deliveries/deliveries.ts',
  },
];

const drifts = isFull ? all : all.slice(0, 4);

describe('client, mock and contract', () => {
  test('compile', () => {
    compiler.replace({});
    const files = new Set(drifts.map(({ seenIn }) => seenIn));
    expect([...files].flatMap(compiler.errorsIn).map(messageOf)).toEqual([]);
  });

  test.each(drifts)('do not compile when $name', (drift) => {
    compiler.replace({ [drift.file]: drifted(drift) });
    // Ignore unused names, because deleting a service always leaves an unused import.
    const errors = compiler.errorsIn(drift.seenIn).filter((each) => !isUnused(each));
    expect(errors).not.toEqual([]);
  });
});

/** The content of the drift's file with the change. */
function drifted({ name, file, from, to }: Drift): string {
  const text = readFileSync(root + file, 'utf8');
  if (from.test(text)) return text.replace(from, to);
  throw new Error(`${file} no longer has ${from}: change the drift "${name}" in test/types/suites/drift.ts.`);
}
