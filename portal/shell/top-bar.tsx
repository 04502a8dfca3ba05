/** The bar above each page: the finder, the state of live updates, the list of keys, the color scheme, the account. */
import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { identifyPerson, signOut, useOperator } from '../api/session.ts';
import {
  ChevronDownIcon,
  KeyboardIcon,
  MoonIcon,
  PersonIcon,
  SearchIcon,
  SignOutIcon,
  SunIcon,
} from '../design/icons.tsx';
import { notifyError } from '../design/toasts.tsx';
import { isTest } from '../environment.ts';
import { LiveSign } from './live-sign.tsx';
import { roleNames } from './role-names.ts';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

export function TopBar({ onFind, onHelp }: TopBarProps) {
  return (
    <section className={styles.bar} data-test={isTest || undefined} aria-label="Tools" data-print="no">
      <button type="button" className={styles.find} onClick={onFind} aria-keyshortcuts="/">
        <SearchIcon size={16} />
        <span className={styles.hint}>Order, name, tracking, SKU, RMA…</span>
        <kbd className={styles.key}>/</kbd>
      </button>
      <div className={styles.end}>
        <LiveSign />
        <Tooltip label="Keyboard shortcuts (? or F1)">
          <ActionIcon aria-label="Keyboard shortcuts" onClick={onHelp}>
            <KeyboardIcon />
          </ActionIcon>
        </Tooltip>
        <SchemeToggle />
        <AccountMenu />
      </div>
    </section>
  );
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? 'Use light colors' : 'Use dark colors';
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
        {isDark ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
    </Tooltip>
  );
}

function AccountMenu() {
  const { Email, Role, station } = useOperator();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={styles.account} aria-label={`Account of ${Email}`}>
          <span className={styles.initial} aria-hidden="true">
            {Email.slice(0, 1).toUpperCase()}
          </span>
          <ChevronDownIcon size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <p className="strong">{Email}</p>
          <p className="quiet">{roleNames[Role]}</p>
          {station !== undefined && station !== Email && <p className="quiet">at {station}</p>}
        </div>
        <Menu.Divider />
        {station === undefined && (
          <Menu.Item component={Link} to="/account" leftSection={<PersonIcon size={16} />}>
            Your account
          </Menu.Item>
        )}
        {station !== undefined && station !== Email && (
          <Menu.Item
            leftSection={<PersonIcon size={16} />}
            onClick={() => void identifyPerson(undefined).catch(notifyError)}
          >
            Leave the station
          </Menu.Item>
        )}
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => void signOut().catch(notifyError)}>
          {station === undefined ? 'Sign out' : 'Sign out the station'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
