import type { GenerateSoundParams, ImportAudioParams, ImportAudioResult } from '../contract/audio.ts';
import type { JobStart } from '../contract/job.ts';
import type { Api } from '../core/call/api.ts';
import type { WriteOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** Music and sounds. */
export class Audio {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Imports a track from an external audio library. If the service places the track on a timeline, `timeline_item_id`
   * is the id of the track's timeline item.
   *
   * @example
   * ```ts
   * const track = { provider: 'open-audio', external_id: 'calm-strings', project_id: projectId };
   * const { asset, timeline_item_id } = await client.audio.importFromLibrary(track);
   * ```
   */
  importFromLibrary(params: ImportAudioParams, options: WriteOptions = {}): ApiCall<ImportAudioResult> {
    return this.#api.call('audio.importFromLibrary', { body: params }, options);
  }

  /**
   * Starts a job that generates a sound. The result is a file, not a timeline item.
   *
   * @example
   * ```ts
   * const job = await client.jobs.wait(await client.audio.generateSound({ prompt: 'Rain on a tin roof' }));
   * console.log(job.download_url);
   * ```
   */
  generateSound(params: GenerateSoundParams, options: WriteOptions = {}): ApiCall<JobStart> {
    return this.#api.call('audio.generateSound', { body: params }, options);
  }
}
