import { Clipwright } from 'clipwright';
import { Search } from './search.js';

/** Shows a project's captions. The server reads them from the service at CLIPWRIGHT_BASE_URL. */
export default async function Captions({ params }) {
  const { projectId } = await params;
  const captions = await new Clipwright().captions.list(projectId).toArray();
  return (
    <main>
      <ul>
        {captions.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <Search projectId={projectId} />
    </main>
  );
}
