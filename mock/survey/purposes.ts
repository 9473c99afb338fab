import type { Exchange } from './asker.ts';
import type { Delivery } from './receiver.ts';

/** What each exchange of a survey is for. */
export type Purpose = keyof typeof purposes;

/** All exchanges of a survey, by purpose, in the order in which they were sent. */
export type Seen = { readonly [Name in Purpose]: readonly Exchange[] } & {
  /** The requests to the webhook's URL. */
  readonly deliveries: readonly Delivery[];
  /** Whether the service could reach the webhook's URL. */
  readonly isReceiving: boolean;
};

const needsWrite = 'Needs --write.';
const needsContent = 'Needs --project, or --write and a service that makes clips of the sample video.';
const needsClips = 'Needs --write and a service that makes clips of the sample video.';
const needsWebhook = 'Needs --write and --webhook-url.';

/** Why the exchanges of a purpose are missing. */
export const purposes = {
  unknownProject: 'The check was stopped.',
  wrongKey: 'The check was stopped.',
  created: needsWrite,
  conflict: needsWrite,
  replayed: needsWrite,
  replayedAgain: needsWrite,
  otherBytes: needsWrite,
  otherEndpoint: needsWrite,
  invalid: needsWrite,
  afterInvalid: needsWrite,
  duplicate: needsWrite,
  moreField: needsWrite,
  emptyJobs: needsWrite,
  emptyCaptions: needsWrite,
  emptyWords: needsWrite,
  emptyTimeline: needsWrite,
  emptySegments: needsWrite,
  sound: needsWrite,
  soundPolls: 'Needs --write and a service that makes sounds.',
  soundJobs: needsWrite,
  canceledSound: needsWrite,
  cancel: 'Needs --write and a job that can be canceled.',
  cancelPolls: 'Needs --write and a job that can be canceled.',
  cancelAgain: 'Needs --write, a job that can be canceled, and the cancel_url of one that has ended.',
  clips: needsWrite,
  clipJobs: needsClips,
  failedClips: needsWrite,
  failedJobs: 'Needs --write and a job that fails.',
  failedPolls: 'Needs --write and a job that fails.',
  jobs: needsContent,
  captions: needsContent,
  captionsWhole: needsContent,
  words: needsContent,
  wordsDefault: needsContent,
  wordsFirst: needsContent,
  wordsNext: needsContent,
  wordsBetween: needsContent,
  wordsLast: needsContent,
  wordsPastEnd: needsContent,
  wordsMatched: needsContent,
  timeline: needsContent,
  timelineEnd: needsContent,
  segments: needsContent,
  sentences: needsContent,
  move: needsClips,
  movePartly: needsClips,
  moveNothing: needsClips,
  trim: needsClips,
  trimPartly: needsClips,
  media: needsClips,
  color: needsClips,
  zoom: needsClips,
  split: needsClips,
  merge: needsClips,
  matchedWithPlus: 'Needs a word with a space, which a merge of two words would make.',
  retime: needsClips,
  retimeNothing: needsClips,
  correct: needsClips,
  correctNothing: needsClips,
  audio: needsWrite,
  audioAgain: needsWrite,
  logo: needsWrite,
  logoAgain: needsWrite,
  webhook: needsWebhook,
  webhookAgain: needsWebhook,
  webhookUnlisted: needsWebhook,
  limited: 'The service refused no request for its rate.',
} as const satisfies Record<string, string>;
