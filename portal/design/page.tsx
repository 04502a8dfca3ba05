/** The parts that pages are made of: the title with actions, panels, tabs as links, labeled values. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { SearchParams } from '../search-params.ts';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The heading, where it is more than the text of the title. */
  readonly heading?: ReactNode;
  /** Beside the title: a status, a count. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, heading, aside, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Dray`;
  }, [title]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1>{heading ?? title}</h1>
          {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding, for content that has its own, such as a table. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Panel({ title, note, actions, flush = false, children }: PanelProps) {
  return (
    <section className={styles.panel} data-flush={flush || undefined}>
      <header className={styles.panelHeader}>
        <h2>{title}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

export interface TabLink {
  readonly label: string;
  readonly to: string;
  readonly search: SearchParams;
  readonly isCurrent: boolean;
}

/** Tabs as links. Each has an address, so it can be bookmarked and opened in another tab of the browser. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={`${tab.label} ${JSON.stringify(tab.search)}`}
          to={tab.to}
          search={tab.search}
          className={styles.tab ?? ''}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab.isCurrent ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

/** What each view of a page hands to the page. */
export interface ViewProps<Name> extends Pick<PageProps, 'aside' | 'actions' | 'children'> {
  readonly view: Name;
}

interface ViewsPageProps<Name extends string> extends ViewProps<Name> {
  readonly title: string;
  /** The accessible name of the tabs, where the title is not suitable. */
  readonly label?: string;
  readonly to: string;
  /** Its views by their `view` in the address, with their tabs. The first one is shown when the address names none. */
  readonly views: Readonly<Record<Name, string>>;
}

/** A page of several views with a tab for each. Filters of a view do not stay in another one. */
export function ViewsPage<Name extends string>({ label, to, views, view, children, ...page }: ViewsPageProps<Name>) {
  const tabs = Object.entries<string>(views).map(([name, tab], nth) => ({
    label: tab,
    to,
    search: nth === 0 ? {} : { view: name },
    isCurrent: name === view,
  }));
  return (
    <Page {...page}>
      <Tabs label={label ?? page.title} tabs={tabs} />
      {children}
    </Page>
  );
}

export interface DescriptionItem {
  readonly label: string;
  readonly value: ReactNode;
}

interface DescriptionListProps {
  readonly items: readonly DescriptionItem[];
  /** For a narrow panel. */
  readonly isNarrow?: boolean;
}

/** Labeled values; one without a value is left out. */
export function DescriptionList({ items, isNarrow = false }: DescriptionListProps) {
  return (
    <dl className={styles.items} data-narrow={isNarrow || undefined}>
      {items
        .filter(({ value }) => value !== undefined && value !== '' && value !== null)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
