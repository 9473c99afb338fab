/** One thing that the specification does not say and the mock had to settle. */
export interface Assumption<Value = unknown> {
  /** What the mock does, in a sentence. */
  readonly says: string;
  /** The value that the code goes by, where there is one. */
  readonly value: Value;
}

const is = <Value>(value: Value, says: string): Assumption<Value> => ({ value, says });
const does = (says: string): Assumption<undefined> => ({ value: undefined, says });

/**
 * All that the mock assumes beyond the specification. A user who wonders whether a behaviour comes from the service or
 * from the mock looks here; the code takes its values from here.
 */
export const assumptions = {
  baseUrl: is('https://api.clipwright.test/api/v1', 'In process the mock answers at this base URL.'),
  unitsPerSecond: is(1000, 'A timeline unit is this fraction of a second; the option `unitsPerSecond` changes it.'),
  apiKeys: does(
    'Any non-empty Bearer token is accepted unless `apiKeys` lists them; each key is a workspace of its own.',
  ),
  defaultApiKey: is(
    'test',
    'Seeding and control act on the first of `apiKeys`, else on this key, unless they name one.',
  ),
  errors: does(
    'Errors are 400 invalid_request, 401 unauthorized, 404 not_found, 405 method_not_allowed, 409 idempotency_conflict, 410 expired, 413 payload_too_large, 415 unsupported_media_type, 416 range_not_satisfiable, 429 rate_limited and 500 internal_error.',
  ),
  success: does('Success is 201 for a created project or webhook, 202 for started work, else 200.'),
  presence: does(
    'Every field that the specification lists is present in every answer; null where there is nothing to say.',
  ),
  unknownFields: does(
    'Request fields that the mock does not know are ignored, with a warning where the answer has warnings.',
  ),
  maxBodyBytes: is(1_048_576, 'A request body has at most this many bytes; the option `maxBodyBytes` changes it.'),
  maxBodyDepth: is(100, 'A request body is nested at most this deep.'),
  maxBodyValues: is(50_000, 'A request body holds at most this many values, those in lists and objects counted.'),
  identifiers: does('Identifiers are UUIDs made from the seed, the workspace and how many were made before.'),
  captionsPageSize: is(50, 'A page of captions has this many unless `limit` says otherwise.'),
  wordsPageSize: is(100, 'A page of words has this many unless `limit` says otherwise.'),
  aspectRatio: is('9:16', 'A project has this aspect ratio unless its clip asked for another.'),
  projectStatus: is('active', 'A project has this status.'),
  idempotencyHours: is(24, 'An Idempotency-Key is remembered for this many hours of mock time.'),
  idempotencyKeys: is(1000, 'A workspace remembers at most this many Idempotency-Keys, the newest.'),
  idempotencySize: is(16_777_216, 'The answers that a workspace remembers have at most this many characters in all.'),
  clockSteps: is(4, 'Under a stepped clock a job ends after this many looks at it.'),
  soundSeconds: is(2, 'Generating a sound takes this many seconds.'),
  exportSeconds: is(5, 'Exporting a clip takes this many seconds.'),
  clipSeconds: is(4, 'Rendering a clip that is not exported takes this many seconds.'),
  jobStates: does(
    'A job is queued, then running with a progress of 0 to 100, then completed, failed or cancelled for good.',
  ),
  review: does('A clip that is to be reviewed, and its job, have the status `review` until the job is ended by hand.'),
  jobAddresses: does(
    'A job is read with GET at `/jobs/{id}` and cancelled with POST at `/jobs/{id}/cancel` under the base URL.',
  ),
  creditsPerSecond: is(1, 'A job is estimated at this many credits for each second that it takes.'),
  downloadHours: is(24, 'The download link of an export is good for this many hours, then answers 410 expired.'),
  files: does('Files are served without a key, to GET and HEAD, with `ETag` and single byte ranges.'),
  clipMinimumSeconds: is(
    15,
    'A clip is at least this long unless `min_duration_seconds` or a shorter maximum says otherwise.',
  ),
  clips: does(
    'The source’s transcript is cut at sentence ends; each clip is a project with a video, an audio and caption items of at most seven words, and a job that exports it (`auto_export`) or renders it.',
  ),
  clipsWithoutCaptions: does(
    'With `captions.enabled` false the clips have no words at all: transcript and captions are one.',
  ),
  source: does(
    '`source.video_site_url` is required; any http(s) URL will do, and without a transcript of its own it is a built-in speech.',
  ),
  timelineHours: is(24, 'A timeline item starts within this many hours.'),
  moves: does('A move onto an occupied stretch of the layer lands on the first free layer above.'),
  trims: does(
    'A trim cuts `trim_start_seconds` and `trim_end_seconds` off, keeps the item’s start and adds to earlier trims; a trimmed caption’s words share what is left.',
  ),
  media: does('A media update understands the fields of its answer and `animation`; opacity is 0 to 1, volume 0 to 2.'),
  effects: does('Colour grade and zoom keep any fields; any timeline item takes either.'),
  txid: does('`txid` grows by one with every accepted change of the workspace, an empty one too.'),
  split: does('Split words share the old one’s time in proportion to their letters; their ids are new.'),
  merge: does('Merged words are neighbours in one caption, joined by a space; the first one’s id survives.'),
  retime: does(
    'A retiming is all or nothing: within the project, no overlap with a neighbour; the caption’s span follows.',
  ),
  transcript: does('The transcript and the captions are two views of the same words.'),
  maxChunkSeconds: is(30, 'A transcript segment is at most this long unless `max_chunk_seconds` says otherwise.'),
  paragraphPauseSeconds: is(2, 'A pause of this length begins a new paragraph.'),
  corrections: does(
    'Corrections are `phrase_replacements: [{ from_words, to_words, match_case }]`, matched on whole words within a sentence, punctuation aside and kept.',
  ),
  audioSeconds: is(30, 'A track of the audio library lasts this long.'),
  audio: does(
    'An imported track is placed at the start of the project that `project_id` names, else of the newest one; importing it again gives the same asset.',
  ),
  sound: does(
    'A generated sound belongs to the project that `project_id` names, else to a new one; it lasts longer for a longer prompt.',
  ),
  logo: does('`replace_existing` left out is false, and false is refused where the profile has a logo.'),
  webhooks: does(
    'Registering answers `{ id, url, events, secret, created_at }`; event names that the specification does not list are refused.',
  ),
  events: does(
    '`project.created` for every project; on clip generation `media.uploaded` and `transcription.complete` or `.failed`; `export.ready` or `.failed` per export and `job.complete` or `.failed` per job; `faceless.*` only by hand.',
  ),
  deliverySeconds: is(
    10,
    'A delivery that is not answered within this many seconds, as the wall counts them, has failed.',
  ),
  retrySeconds: is(
    [1, 5, 30, 300],
    'A delivery that has failed is sent again after these many seconds of mock time, each counted from the end of the attempt before; after the last it has failed for good.',
  ),
  deliveries: does(
    'An event is sent to each webhook that asked for its type, in order; one that is sent again does not hold up later ones, so they may overtake it; any delivery can be sent again by hand.',
  ),
  waitingDeliveries: is(
    100_000,
    'At most this many deliveries wait to be sent or sent again; any more have failed at once, and say why.',
  ),
  waitingDeliveriesSize: is(
    134_217_728,
    'The bodies of the deliveries that wait have about this many characters together, at most.',
  ),
  rateLimits: does(
    'A workspace’s requests are counted in windows of fixed length that its first request opens; those that are refused count, too.',
  ),
  plans: does(
    'An API key is on the plan of the option `plans` that it is named after: the name itself, or the name, then `_`, `-`, `.` or `:`, then anything.',
  ),
  logLength: is(
    1000,
    'The mock keeps this many of the newest requests, and of the deliveries; the option `logLength` changes it.',
  ),
  logSize: is(
    16_777_216,
    'The addresses, headers and bodies of the requests that are kept have at most this many characters together, the bodies of the deliveries likewise.',
  ),
} as const satisfies Record<string, Assumption>;

/** The path of the base URL. */
export const API_PATH = new URL(assumptions.baseUrl.value).pathname;
