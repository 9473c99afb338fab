import type { SplitAll } from '../points/point.ts';

/** What each exchange of a survey is for. */
export type Purpose = keyof typeof purposes;

/** For each purpose, why its exchanges can be missing. */
export const purposes = {
  ...because('The check was stopped.', 'unknownProject | wrongKey'),
  ...because(
    'Needs --write.',
    'created | conflict | replayed | replayedAgain | otherBytes | otherEndpoint | invalid | afterInvalid | duplicate',
    'moreField | emptyJobs | emptyCaptions | emptyWords | emptyTimeline | emptySegments',
    'sound | soundJobs | canceledSound | clips | failedClips | audio | audioAgain | logo | logoAgain',
  ),
  ...because('Needs --write and a service that makes sounds.', 'soundPolls'),
  ...because('Needs --write and a job that can be canceled.', 'cancel | cancelPolls'),
  ...because('Needs --write, a job that can be canceled, and the cancel_url of one that has ended.', 'cancelAgain'),
  ...because('Needs --write and a job that fails.', 'failedJobs | failedPolls'),
  ...because(
    'Needs --project, or --write and a service that makes clips of the sample video.',
    'jobs | captions | captionsWhole | words | wordsDefault | wordsFirst | wordsNext | wordsBetween | wordsLast',
    'wordsPastEnd | wordsMatched | timeline | timelineEnd | segments | sentences',
  ),
  ...because(
    'Needs --write and a service that makes clips of the sample video.',
    'clipJobs | move | movePartly | moveNothing | trim | trimPartly | media | color | zoom | split | merge | retime',
    'retimeNothing | correct | correctNothing',
  ),
  ...because('Needs a word with a space, which a merge of two words would make.', 'matchedWithPlus'),
  ...because('Needs --write and --webhook-url.', 'webhook | webhookAgain | webhookUnlisted'),
  ...because('The service refused no request for its rate.', 'limited'),
};

function because<const Texts extends readonly string[]>(why: string, ...texts: Texts) {
  const names = texts.flatMap((text) => text.split(' | '));
  // Cast: the types split the texts as the line above does.
  return Object.fromEntries(names.map((name) => [name, why])) as Record<SplitAll<Texts>[number], string>;
}
