import { useEffect, useMemo } from 'preact/hooks';
import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { Editor } from '../timeline/editor.ts';
import { TimelineView } from '../timeline/timeline-view.ts';
import { usePlace } from '../timeline/use-place.ts';
import { useViewKeys } from '../timeline/use-view-keys.ts';
import { TimelineContext } from '../timeline/view-context.ts';
import { ProjectPanels } from './project-panels.tsx';
import { ProjectReader } from './project-reader.ts';

/** One project: its timeline, kept up to date. */
export function Project({ id }: { readonly id: string }) {
  const store = useStore();
  const { reader, open } = useMemo(() => {
    const reader = new ProjectReader(store, id);
    const view = new TimelineView(reader.content);
    return { reader, open: { view, editor: new Editor(store, id, view, () => reader.read()) } };
  }, [store, id]);
  useEffect(() => reader.follow(), [reader]);
  usePlace(open.view);
  useViewKeys(open);
  const content = reader.content.value;
  if (!content) return <Missing id={id} error={reader.error.value} />;
  return (
    <TimelineContext.Provider value={open}>
      <ProjectPanels project={content.project} />
    </TimelineContext.Provider>
  );
}

function Missing({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <section>
      <h1>{id}</h1>
      <p>{error ?? 'Reading…'}</p>
      <a href={hrefTo('projects')}>All projects</a>
    </section>
  );
}
