/**
 * The sidebar: the pages that this operator may open, in groups that open and close. Below 1024 px only icons, which keep their
 * names for assistive technology.
 */
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useOperator } from '../api/session.ts';
import { ChevronDownIcon } from '../design/icons.tsx';
import { isTest } from '../environment.ts';
import {
  type NavigationGroup,
  type NavigationPage,
  navigationGroups,
  navigationPageOf,
  navigationPagesOf,
} from './navigation.ts';
import styles from './sidebar.module.css';

/** With more pages in groups than this, only the first groups and that of the current page are open at the start. */
const maxOpenPages = 14;
const firstGroups: readonly NavigationGroup[] = ['Orders', 'Floor'];

export function Sidebar() {
  const { Role } = useOperator();
  const pages = navigationPagesOf(Role);
  const { pathname } = useLocation();
  const pagesBox = useRef<HTMLDivElement>(null);
  const current = navigationPageOf(pathname)?.group;
  const isShort = pages.filter(({ group }) => group !== undefined).length <= maxOpenPages;
  const [chosen, choose] = useOpenGroups();
  // Open the group of the current page, even if it was closed by hand.
  useEffect(() => {
    if (current !== undefined) choose(current, undefined);
  }, [current, choose]);
  useEffect(() => {
    if (pathname !== '') pagesBox.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav className={styles.sidebar} aria-label="Pages" data-test={isTest || undefined}>
      <Link to="/" className={styles.brand ?? ''}>
        <DrayLogo />
        <span className={styles.word}>Dray</span>
      </Link>
      <div ref={pagesBox} className={styles.pages}>
        <ul className={styles.group}>
          <PageLink page={pages.find(({ to }) => to === '/overview')} />
        </ul>
        {navigationGroups.map((group) => (
          <Group
            key={group}
            name={group}
            pages={pages.filter((page) => page.group === group)}
            isOpen={chosen[group] ?? (isShort || group === current || firstGroups.includes(group))}
            isCurrent={group === current}
            onToggle={(isOpen) => choose(group, isOpen)}
          />
        ))}
      </div>
    </nav>
  );
}

interface GroupProps {
  readonly name: NavigationGroup;
  readonly pages: readonly NavigationPage[];
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function Group({ name, pages, isOpen, isCurrent, onToggle }: GroupProps) {
  const id = useId();
  const [first] = pages;
  if (first === undefined) return null;
  const FirstIcon = first.icon;
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.heading}
        aria-expanded={isOpen}
        aria-controls={id}
        title={name}
        data-current={(isCurrent && !isOpen) || undefined}
        onClick={() => onToggle(!isOpen)}
      >
        <span className={styles.groupIcon}>
          <FirstIcon />
        </span>
        <span className={styles.label}>{name}</span>
        <span className={styles.chevron}>
          <ChevronDownIcon size={14} />
        </span>
      </button>
      <ul id={id} hidden={!isOpen}>
        {pages.map((page) => (
          <PageLink key={page.to} page={page} />
        ))}
      </ul>
    </div>
  );
}

function PageLink({ page }: { readonly page: NavigationPage | undefined }) {
  const { pathname } = useLocation();
  if (page === undefined) return null;
  const { to, label, icon: PageIcon } = page;
  return (
    <li>
      <Link
        to={to}
        className={styles.link ?? ''}
        aria-current={navigationPageOf(pathname) === page ? 'page' : undefined}
        title={label}
      >
        <PageIcon />
        <span className={styles.label}>{label}</span>
      </Link>
    </li>
  );
}

type OpenGroups = Partial<Record<NavigationGroup, boolean>>;

const storageKey = 'dray-open-groups';

/**
 * The groups that were opened or closed by hand on this computer, and a function to change one. `undefined` forgets that a
 * group was closed.
 */
function useOpenGroups(): [OpenGroups, (group: NavigationGroup, isOpen: boolean | undefined) => void] {
  const [chosen, setChosen] = useState(readOpenGroups);
  const choose = useRef((group: NavigationGroup, isOpen: boolean | undefined): void => {
    setChosen((before) => {
      if (isOpen === undefined && before[group] !== false) return before;
      const { [group]: _, ...others } = before;
      const after = isOpen === undefined ? others : { ...others, [group]: isOpen };
      localStorage.setItem(storageKey, JSON.stringify(after));
      return after;
    });
  }).current;
  return [chosen, choose];
}

function readOpenGroups(): OpenGroups {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as OpenGroups) : {};
  } catch {
    return {};
  }
}

export function DrayLogo() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#7d2e43" />
      <path d="M10 8h6.5a8 8 0 0 1 0 16H10zm4 4v8h2.3a4 4 0 0 0 0-8z" fill="#fff" />
    </svg>
  );
}
