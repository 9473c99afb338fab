import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { api } from '../../http/api.ts';
import type { successPoints } from '../../points/http.ts';
import { type Model, modelNames, models, objectsOf, optionalFields, type presencePoints } from '../../points/models.ts';
import { isSuccess } from '../../survey/asker.ts';
import { jobIn } from '../../survey/jobs.ts';
import type { Purpose } from '../../survey/purposes.ts';
import { all, type Reader, type Readers } from './reader.ts';

/** The exchanges that show what each endpoint responds. */
const purposes: { readonly [Name in EndpointName]: Purpose } = {
  'clips.generate': 'clips',
  'projects.create': 'created',
  'jobs.list': 'jobs',
  'timeline.batchMove': 'move',
  'timeline.batchTrim': 'trim',
  'timeline.at': 'timeline',
  'timeline.updateMedia': 'media',
  'timeline.updateColorGrade': 'color',
  'timeline.updateZoom': 'zoom',
  'captions.list': 'captions',
  'captions.words.list': 'words',
  'captions.words.split': 'split',
  'captions.words.merge': 'merge',
  'captions.words.retime': 'retime',
  'transcript.segments': 'segments',
  'transcript.correct': 'correct',
  'audio.importFromLibrary': 'audio',
  'audio.generateSound': 'sound',
  'onboarding.importLogo': 'logo',
  'webhooks.register': 'webhook',
};

// Cast: `Object.fromEntries` types the names as strings.
export const successReaders = Object.fromEntries(
  Object.entries({ ...purposes, 'jobs.poll': 'soundPolls', 'jobs.cancel': 'cancel' } as const).map(([name, from]) => [
    `success.${name}`,
    all(from, (found) => found.findLast(isSuccess)?.status.toString()),
  ]),
) as Readers<typeof successPoints>;

/** The exchanges to read for models that the usual exchanges of their endpoint lack, or show without some fields. */
const otherPurposes: { readonly [Name in Model]?: Purpose } = {
  job: 'soundPolls',
  failedItem: 'movePartly',
  unmatched: 'correctNothing',
};

// Cast: `Object.fromEntries` types the names as strings.
export const presenceReaders = Object.fromEntries(
  modelNames.map((model) => [`presence.${model}`, presence(model)]),
) as Readers<typeof presencePoints>;

function presence(model: Model): Reader {
  const names = optionalFields(model);
  return all(otherPurposes[model] ?? purposes[models[model].endpoint], (found, { soundPolls }) => {
    // Jobs can have next actions, too.
    const shown = model === 'nextAction' ? [...found, ...soundPolls] : found;
    const [fields] = shown.filter(isSuccess).flatMap(({ name, body }) => {
      return objectsOf(model, api[name].response, model === 'job' ? jobIn(body) : body);
    });
    if (fields === undefined) return undefined;
    const absent = names.filter((name) => fields[name] === undefined);
    if (absent.length === names.length) return 'absent';
    if (absent.length > 0) return `without ${absent.join(', ')}`;
    return names.every((name) => fields[name] === null) ? 'null' : 'present';
  });
}
