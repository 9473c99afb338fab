import { capitalized } from '../ui/capitalized.ts';
import { views } from './route.ts';
import { hrefTo, route } from './router.ts';

export function Navigation() {
  const { view } = route.value;
  return (
    <nav aria-label="Views">
      {views.map((each) => (
        <a key={each} href={hrefTo(each)} aria-current={each === view ? 'page' : undefined}>
          {capitalized(each)}
        </a>
      ))}
    </nav>
  );
}
