import { addJob, addProject, newItem } from '../content.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { type Ending, looksToEnd, type ProjectRecord } from '../state.ts';
import { fields } from '../wire/fields.ts';
import { jobStart } from '../wire/job.ts';
import { timestamp } from '../wire/timestamp.ts';
import { txid } from '../wire/txid.ts';
import { type Call, type Endpoint, stringIn } from './call.ts';

export const importAudio: Endpoint = (call) => {
  const { context, body } = call;
  const provider = stringIn(body, 'provider');
  const external_id = stringIn(body, 'external_id');
  const track = `${provider} ${external_id}`;
  const known = context.tracks.get(track);
  const id = known ?? context.ids.next('asset');
  context.tracks.set(track, id);
  const isNew = known === undefined;
  return fields(context, 'audioImport', {
    asset: context.pick('audio.asset', { yes: asset(context, id, external_id), null: null, absent: undefined }),
    ...context.pick('audio.reimport', {
      deduped: { imported: isNew, deduped: !isNew },
      'imported again': { imported: true, deduped: false },
      neither: { imported: isNew, deduped: false },
    }),
    timeline_item_id: context.pick('audio.placement', { placed: place(call), null: null, absent: undefined }),
    txid: txid(context),
    provider_request: fields(context, 'providerRequest', {
      provider,
      external_id,
      retryable: false,
      imported_at: context.pick('audio.importedAt', {
        timestamp: timestamp(context, context.now()),
        'Unix seconds': '1795295208',
        words: 'just now',
      }),
    }),
  });
};

/** Starts a job that succeeds, unless the prompt contains "failed", "canceled" or "endless". */
export const generateSound: Endpoint = (call) => {
  const { context, body } = call;
  const prompt = stringIn(body, 'prompt');
  const project = namedProject(call) ?? addProject(context, 'Sound', context.ids.nextUuid());
  const looks = context.pick('sound.start', { queued: 0, ended: looksToEnd });
  return jobStart(
    context,
    addJob(context, { work: 'sound', project, exportId: null, ending: endingOf(prompt), looks }),
  );
};

function endingOf(prompt: string): Ending {
  const planned = (['failed', 'canceled'] as const).find((word) => prompt.includes(word));
  return prompt.includes('endless') ? null : (planned ?? 'succeeded');
}

function namedProject({ context, body }: Call): ProjectRecord | undefined {
  const name = context.pick('request.project', {
    project_id: 'project_id',
    target_project: 'target_project',
    no: undefined,
  });
  if (name === undefined || body[name] === undefined) return undefined;
  const project = context.projects.get(String(body[name]));
  if (project === undefined) throw new Refusal('notFound', 'There is no such project', name);
  return project;
}

function place(call: Call): string | null {
  const { context } = call;
  const project = namedProject(call) ?? [...context.projects.values()].at(-1);
  if (project === undefined) return null;
  const item = newItem(context, 0, 30, 2);
  project.items.push(item);
  return item.id;
}

function asset(context: Context, id: string, name: string): object {
  return fields(context, 'audioAsset', {
    id,
    name,
    asset_type: 'audio',
    audio_type: context.choices['audio.type'],
    duration_seconds: 30,
    source_url: 'https://library.example/track',
    license_code: 'CC-BY-4.0',
    license_url: 'https://creativecommons.org/licenses/by/4.0/',
    attribution_text: 'Anonymous',
  });
}
