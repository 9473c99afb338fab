import { type OpenPoint, point } from './point.ts';

// The specification does not show success statuses. Only `emptyStatuses` has 204 and 205, which allow no body.
const statuses = ['200', '201', '202', '203', '206', '207', '226'] as const;
const emptyStatuses = [...statuses, '204', '205'] as const;

export const callNames = [
  'clips.generate',
  'projects.create',
  'jobs.list',
  'timeline.batchMove',
  'timeline.batchTrim',
  'timeline.at',
  'timeline.updateMedia',
  'timeline.updateColorGrade',
  'timeline.updateZoom',
  'captions.list',
  'captions.words.list',
  'captions.words.split',
  'captions.words.merge',
  'captions.words.retime',
  'transcript.segments',
  'transcript.correct',
  'audio.importFromLibrary',
  'audio.generateSound',
  'onboarding.importLogo',
  'webhooks.register',
] as const;

/** The client method that calls an endpoint, such as `projects.create`. */
export type CallName = (typeof callNames)[number];

type EmptyName = 'webhooks.register';
type SuccessChoices<Name extends CallName> = Name extends EmptyName ? typeof emptyStatuses : typeof statuses;
type SuccessPoints = { readonly [Name in CallName as `success.${Name}`]: OpenPoint<SuccessChoices<Name>> };

const open = 'The status of a successful response.';

export const successPoints = {
  // Cast: `Object.fromEntries` types the names as strings.
  ...(Object.fromEntries(
    callNames.map((name) => [
      `success.${name}`,
      point(name, open, name === 'webhooks.register' ? emptyStatuses : statuses),
    ]),
  ) as unknown as SuccessPoints),
  'success.jobs.poll': point('polling', open, statuses),
  'success.jobs.cancel': point('cancelling', open, statuses),
};
