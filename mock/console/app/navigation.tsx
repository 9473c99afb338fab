import { type View, views } from './route.ts';
import { hrefTo, route } from './router.ts';

const titles: Readonly<Record<View, string>> = {
  overview: 'Overview',
  requests: 'Requests',
  deliveries: 'Deliveries',
  jobs: 'Jobs',
  projects: 'Projects',
  faults: 'Faults',
  state: 'State',
};

export function Navigation() {
  const { view } = route.value;
  return (
    <nav aria-label="Views">
      {views.map((each) => (
        <a key={each} href={hrefTo(each)} aria-current={each === view ? 'page' : undefined}>
          {titles[each]}
        </a>
      ))}
    </nav>
  );
}
