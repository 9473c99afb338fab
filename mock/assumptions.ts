/** A choice that the mock makes where the specification leaves a question open. */
export interface Assumption<Value = unknown> {
  /** What the mock does, in a sentence. */
  readonly says: string;
  /** The value used by the code, if there is one. */
  readonly value: Value;
}

const is = <Value>(value: Value, says: string): Assumption<Value> => ({ value, says });
const does = (says: string): Assumption<undefined> => ({ value: undefined, says });

/**
 * Everything that the mock assumes beyond the specification. This list tells users where the service may behave
 * differently. The code takes its values from here.
 */
export const assumptions = {
  baseUrl: is('https://api.clipwright.test/api/v1', 'The base URL of a mock in process.'),
  unitsPerSecond: is(1000, 'A second of the timeline has this many units; the option `unitsPerSecond` changes it.'),
  streamEvents: is(1000, 'How many events `mock.events` and `/_mock/stream` keep for a slow or returning reader.'),
  apiKeys: does(
    'Any non-empty Bearer token is accepted, unless the option `apiKeys` lists the keys; each key is a workspace of its own.',
  ),
  workspaces: is(
    10_000,
    'The most workspaces that the mock keeps; a call that would create another one is a 503 too_many_workspaces.',
  ),
  defaultApiKey: is('test', 'The API key of seeding and `mock.emit`, if none is given and `apiKeys` is omitted.'),
  errors: does(
    'Errors are 400 invalid_request, 401 unauthorized, 403 forbidden, 404 not_found, 405 method_not_allowed, 409 idempotency_conflict, 410 expired, 413 payload_too_large, 415 unsupported_media_type, 416 range_not_satisfiable, 429 rate_limited, 500 internal_error and 503 too_many_workspaces.',
  ),
  success: does(
    'Creating a project or a webhook responds with 201, starting work with 202, and any other success with 200.',
  ),
  presence: does('Every field that the specification lists is present in every response; null if it has no value.'),
  requests: does(
    'A request is a 400 if it lacks a required JSON body, a field has another type than in the specification, or a query parameter is given twice.',
  ),
  unknownFields: does(
    'Unknown request fields are ignored, with a warning if the response has warnings; with the option `unknownFields: "fail"` they are a 400.',
  ),
  unknownValues: does(
    'A value that the specification does not list, such as another `aspect_ratio`, is accepted, with a warning if the response has warnings.',
  ),
  maxBodyBytes: is(1_048_576, 'The largest request body, in bytes; the option `maxBodyBytes` changes it.'),
  maxBodyDepth: is(100, 'The deepest nesting of a request body.'),
  maxBodyValues: is(50_000, 'The most values in a request body, including those in arrays and objects.'),
  identifiers: does('Identifiers are UUIDs derived from the seed, the workspace and a count.'),
  captionsPageSize: is(50, 'The number of captions per page if `limit` is omitted.'),
  wordsPageSize: is(100, 'The number of words per page if `limit` is omitted.'),
  aspectRatio: is('9:16', 'The aspect ratio of a project, unless its clip was requested with another.'),
  projectDescription: does('A created project has the `description` of the request; null if it has none.'),
  projectStatus: is('active', 'The status of every project.'),
  idempotencyHours: is(24, 'How long an Idempotency-Key is remembered, in hours of mock time.'),
  idempotencyKeys: is(1000, 'The most Idempotency-Keys that a workspace remembers; it forgets the oldest.'),
  idempotencySize: is(16_777_216, 'The largest total size of the responses that a workspace remembers, in characters.'),
  clockSteps: is(
    4,
    'With a stepped clock, a job ends after this many polls; the second clip of a batch after one more, the third after two more, and so on, up to `batchClockSteps`.',
  ),
  batchClockSteps: is(12, 'With a stepped clock, each clip of a batch has ended after this many polls.'),
  pollMilliseconds: is(
    1,
    'With a stepped clock, responses of `jobs.list` and `jobs.retrieve` have this value in the header `retry-after-ms`, so that waits are short.',
  ),
  soundSeconds: is(2, 'How long generating a sound takes, in seconds.'),
  exportSeconds: is(5, 'How long exporting a clip takes, in seconds.'),
  clipSeconds: is(4, 'How long rendering a clip without an export takes, in seconds.'),
  jobStates: does(
    'A job is `queued` with a progress of 0, then `running` with 1 to 99, then `completed` with 100, `failed` or `cancelled`; these three are final.',
  ),
  review: does('A clip under review and its job have the status `review` until the job is ended by hand.'),
  jobAddresses: does('GET `/jobs/{id}` reads a job, POST `/jobs/{id}/cancel` cancels it, under the base URL.'),
  creditsPerSecond: is(1, 'The estimated credits of a job, per second that it takes.'),
  downloadHours: is(24, 'How long the download link of an export works, in hours; then it responds with 410 expired.'),
  files: does('Files need no API key; they support GET, HEAD, `ETag` and single byte ranges.'),
  clipMinimumSeconds: is(15, 'The shortest clip, in seconds, without `min_duration_seconds` or a shorter maximum.'),
  clips: does(
    'The source’s transcript is cut at the ends of sentences; each clip is a project with a video item, an audio item and caption items of at most seven words, and has a job that exports it (with `auto_export`) or renders it.',
  ),
  qualityCheck: does('With `qa.qa_mode`, each clip’s `qa_summary` says that nothing was found; else it is null.'),
  studioSound: does('The `status` of studio sound is `disabled`; its results and `activity` are null.'),
  clipsWithoutCaptions: does('If `captions.enabled` is false, the clips have no words, not even in the transcript.'),
  clipDurations: does(
    '`target.min_duration_seconds` is 0 or more and not above `target.max_duration_seconds`, which is above 0; else a 400.',
  ),
  source: does(
    '`source.video_site_url` is required and can be any absolute http(s) URL, else a 400; without a transcript in the option `transcripts` its video contains a built-in speech.',
  ),
  timelineHours: is(24, 'The latest start of a timeline item, in hours.'),
  moves: does('An item that is moved to an occupied part of its layer goes to the first free layer above.'),
  failedItems: does(
    'An item fails with `validation_error`, and is not retryable, if it is unknown, a move puts it before 0 or after the latest start, a trim is below 0, or a trim leaves nothing of it or too little time for a caption’s words.',
  ),
  trims: does(
    'A trim cuts off `trim_start_seconds` and `trim_end_seconds`, keeps the item’s start and adds to earlier trims; the words of a trimmed caption share the remaining time. Nothing else changes: a caption past the end of a trimmed video stays.',
  ),
  media: does(
    'A media update supports the fields of its response and `animation`. It is a 400 if `opacity` is not 0 to 1, `volume` is not 0 to 2, or `timelineItemId` is the id of a caption item.',
  ),
  effects: does('Color grade and zoom accept any fields; any timeline item can have either.'),
  txid: does('`txid` increases by one with every accepted change in the workspace, even an empty one.'),
  split: does(
    'The words of a split share the old word’s time in proportion to their letters, and have new ids. A split into no `words`, a blank one, or more than the old word has units of time is a 400.',
  ),
  merge: does(
    'Merged words are joined by a space, and keep the id of the first. `word_ids` must be two or more different, adjacent words of one caption, else it is a 400.',
  ),
  retime: does(
    'A retiming is applied as a whole or not at all, and the caption’s span follows its words. `updates` that name a word twice, a `start_seconds` below 0, an `end_seconds` that is not after it or not within the project, and a time that overlaps a neighbor are a 400.',
  ),
  transcript: does('The transcript and the captions are two views of the same words.'),
  maxChunkSeconds: is(30, 'The default of `max_chunk_seconds`, in seconds; a value of 0 or less is a 400.'),
  paragraphPauseSeconds: is(2, 'The length of a pause that begins a new paragraph, in seconds.'),
  corrections: does(
    'Corrections are `phrase_replacements: [{ from_words, to_words, match_case }]`. They match whole words within a sentence, in any letter case unless `match_case` is true. Punctuation does not affect the match, and is kept. A correction is a 400 if `from_words` is empty, a word in `from_words` or `to_words` is blank, or there are more new words than the old ones have units of time.',
  ),
  deletedPhrases: does(
    'A correction with `to_words: []` deletes the phrase with its punctuation, and leaves a pause. It counts in `replacements_applied`, but not in `updated_words` and `updated_segments`. A caption that loses its last word is removed with its timeline item.',
  ),
  correctionSteps: is(
    1_000_000,
    'The most steps that a correction may take; a step is a word that is compared or inserted, or 20 characters of inserted and replaced text. More is a 400.',
  ),
  batchWords: is(
    1_000_000,
    'The most words in the captions that a batch of moves or trims changes; more is a 400. A caption counts each time that `items` names it, and as at least one word per 20 characters.',
  ),
  wordLength: is(
    1000,
    'The most characters of a word that `words`, `word_ids` or `phrase_replacements` make, or `from_words` and `to_words` name; more is a 400.',
  ),
  audioSeconds: is(30, 'The length of every track of the audio library, in seconds.'),
  audio: does(
    'An imported track is placed at the start of the project in `project_id`, or else of the newest project; importing it again returns the same asset.',
  ),
  sound: does('A sound belongs to the project in `project_id`, else to a new one; a longer prompt makes it longer.'),
  longestSound: is(10, 'The length of the longest generated sound, in seconds.'),
  logo: does(
    '`logo_url` is an absolute http(s) URL, else a 400. `replace_existing` is false if omitted; false is a 400 if the profile has a logo.',
  ),
  webhooks: does(
    'Registering returns `{ id, url, events, secret, created_at }`. It is a 400 if `events` is empty or has an event that the specification does not list, or if `url` is not absolute http(s), or contains a user name or a password.',
  ),
  webhookLimit: is(100, 'The most webhooks of a workspace; a further one is a 400. A reset removes them all.'),
  webhookUrlLength: is(2048, 'The longest `url` of a webhook, in characters; a longer one is a 400.'),
  webhookSecret: does(
    'A registration returns the secret in the option `webhookSecret`, but null to a page that only the option `cors` lets in.',
  ),
  pages: does(
    'On a socket the mock responds to pages of loopback, `*.localhost` and `*.test`, and to pages that the option `cors` names; a request with any other Origin is a 403 and has no effect. While only this machine can reach the mock, the same applies to the Host of a request. In process and through msw, pages of any origin may call the mock.',
  ),
  receivers: does(
    'Deliveries never go to the mock itself. While other machines can reach the mock, deliveries go only to hosts that the option `deliverTo` names. A page that only `cors` lets in can register webhooks only on loopback and on these hosts. Registering any other webhook is a 400.',
  ),
  deliveryHeader: is('x-clipwright-delivery', 'The header with a delivery’s id; `/_mock` rejects requests with it.'),
  events: does(
    'The events are `project.created` for every project, `media.uploaded` and `transcription.complete` or `.failed` for clip generation, `export.ready` or `.failed` per export, and `job.complete` or `.failed` per job; `faceless.*` are sent by hand only.',
  ),
  eventBody: does(
    'The body of a delivery is JSON with a space after the colon of each field and no other whitespace. Common serializers write it differently, so a receiver that parses and serializes the body before verifying it fails.',
  ),
  deliverySeconds: is(10, 'How long a delivery waits for a response, in seconds of real time; then the attempt fails.'),
  retrySeconds: is(
    [1, 5, 30, 300],
    'The delays before a failed delivery is retried, in seconds of mock time from the end of the previous attempt. After the last delay there is no further retry.',
  ),
  deliveries: does(
    'Each webhook receives the events of its types in order. A retry does not delay later events, so they may overtake it. Any delivery can be redelivered by hand.',
  ),
  waitingDeliveries: is(
    100_000,
    'The most deliveries that wait for an attempt; a further delivery fails immediately, and its error says why.',
  ),
  waitingRetries: is(
    10_000,
    'The most deliveries that wait for a retry; beyond that, the oldest of them fails, and its error says why.',
  ),
  waitingDeliveriesSize: is(134_217_728, 'The approximate limit of the bodies of waiting deliveries, in characters.'),
  rateLimits: does(
    'The requests of a workspace, including rejected requests, are counted in windows of fixed length. A request opens a window if none is open. Windows use real time, unless the clock is manual.',
  ),
  rateLimitWindows: is(10_000, 'The most windows that the mock keeps; beyond that, it drops the oldest.'),
  plans: does(
    'An API key has a plan of the option `plans` if the key is the plan’s name, or begins with this name and `_`, `-`, `.` or `:`.',
  ),
  logLength: is(
    1000,
    'The mock keeps this many of the newest requests and deliveries of each workspace, and ten times as many in all; the option `logLength` changes it.',
  ),
  logSize: is(
    16_777_216,
    'The largest total size of the URLs, headers and bodies of the kept requests, in characters; the same limit applies to the bodies of the kept deliveries.',
  ),
} as const satisfies Record<string, Assumption>;

/** The path of the base URL. */
export const API_PATH = new URL(assumptions.baseUrl.value).pathname;
