import type { ListedProject } from 'clipwright/mock';
import { hrefTo } from '../app/router.ts';
import { AnswerNote } from '../timeline/answer-note.tsx';
import { Inspector } from '../timeline/inspector.tsx';
import { OverviewStrip } from '../timeline/overview-strip.tsx';
import { PointedJson } from '../timeline/pointed-json.tsx';
import { Stage } from '../timeline/stage.tsx';
import { Toolbar } from '../timeline/toolbar.tsx';
import { Tracks } from '../timeline/tracks.tsx';
import { Transcript } from '../timeline/transcript.tsx';
import { imagePath } from './image-path.ts';
import { ProjectJobs } from './project-jobs.tsx';

interface ProjectPanelsProps {
  readonly project: ListedProject;
}

/** The parts of an open project. */
export function ProjectPanels({ project }: ProjectPanelsProps) {
  const { id, name, words, thumbnail_url } = project;
  return (
    <article class="project" aria-labelledby="project-name">
      <header class="toolbar">
        <a href={hrefTo('projects')}>Projects</a>
        <h1 id="project-name" dir="auto">
          {name}
        </h1>
        <span class="mono muted minor">{id}</span>
        <span class="muted">{words} words</span>
        <ProjectJobs projectId={id} />
      </header>
      <Stage image={imagePath(thumbnail_url)} />
      <Transcript />
      <div class="controls">
        <Toolbar />
        <AnswerNote />
      </div>
      <Tracks />
      <OverviewStrip />
      <Inspector />
      <PointedJson />
    </article>
  );
}
