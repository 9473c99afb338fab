import {
  type Application,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
} from 'typedoc';

/** Warns of each function and each resource method without an example, since programs call these first. */
export function requireExamples(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const entry of entryPoints(project)) {
      const comments = [entry.comment, ...(entry.signatures ?? []).map(({ comment }) => comment)];
      if (comments.some((comment) => comment?.getTag('@example'))) continue;
      app.logger.warn(`${entry.getFriendlyFullName()} has no @example.`);
    }
  });
}

function entryPoints(project: ProjectReflection): DeclarationReflection[] {
  const symbols = project.getChildrenByKind(ReflectionKind.Module).flatMap(({ children = [] }) => children);
  const functions = symbols.filter((symbol) => symbol.kindOf(ReflectionKind.Function));
  const resources = symbols.filter(({ sources }) =>
    sources?.some(({ fileName }) => /^src\/(resources\/|client\.ts)/.test(fileName)),
  );
  const methods = resources.flatMap(({ children = [] }) =>
    children.filter((child) => child.kindOf(ReflectionKind.Method)),
  );
  return [...functions, ...methods];
}
