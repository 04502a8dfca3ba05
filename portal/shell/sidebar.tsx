/** The sidebar: the pages that this operator may open. Below 1024 px only its icons, which keep their names for assistive technology. */
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOperator } from '../api/session.ts';
import { isTest } from '../environment.ts';
import { destinationsOf } from './navigation.ts';
import styles from './sidebar.module.css';

export function Sidebar() {
  const { Role } = useOperator();
  const pages = destinationsOf(Role);
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // The current page is in sight, however many there are.
  useEffect(() => {
    if (pathname !== '') bar.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  const groups = [...new Set(pages.map(({ group }) => group))];
  return (
    <nav ref={bar} className={styles.sidebar} aria-label="Pages" data-test={isTest || undefined}>
      <Link to="/" className={styles.brand ?? ''}>
        <Mark />
        <span className={styles.word}>Dray</span>
      </Link>
      {groups.map((group) => (
        <div key={group} className={styles.group}>
          <p className={styles.heading}>{group}</p>
          <ul>
            {pages
              .filter((page) => page.group === group)
              .map(({ label, to, icon: PageIcon }) => (
                <li key={to}>
                  <Link to={to} className={styles.link ?? ''} activeProps={{ 'aria-current': 'page' }} title={label}>
                    <PageIcon />
                    <span className={styles.label}>{label}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export function Mark() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#7d2e43" />
      <path d="M10 8h6.5a8 8 0 0 1 0 16H10zm4 4v8h2.3a4 4 0 0 0 0-8z" fill="#fff" />
    </svg>
  );
}
