interface LinksProps {
  readonly title: string;
  readonly links: readonly { readonly id: string; readonly href: string }[];
}

/** One of the pairs of a list: a title, and links as its value. */
export function Links({ title, links }: LinksProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {links.map(({ id, href }) => (
          <a key={id} href={href} class="id">
            {id}
          </a>
        ))}
      </dd>
    </div>
  );
}
