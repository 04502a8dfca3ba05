/**
 * `/` and Ctrl-K: finds pages by name or keyword, wineries, and orders (also by the e-mail address or phone number of the recipient), tracking numbers, returns, purchase and transfer orders, items and
 * requests across all wineries, while a person writes. Arrows choose, Enter opens.
 */
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { ReplyOf } from '../api/client.ts';
import { useOperation } from '../api/queries.ts';
import { type Role, useOperator } from '../api/session.ts';
import {
  BottleIcon,
  type Icon,
  InboundIcon,
  OrdersIcon,
  ReturnIcon,
  SearchIcon,
  TransactionsIcon,
  WineryIcon,
} from '../design/icons.tsx';
import { useReturnFocus } from '../design/return-focus.ts';
import { describeError } from '../design/states.tsx';
import styles from './finder.module.css';
import { mayOpen, pagesNamed } from './navigation.ts';

type Result = ReplyOf<'/api/Search/Find'>['Results'][number];

const delayMs = 80;
const minLength = 2;
const maxPages = 4;

const kinds: Readonly<Record<Result['Kind'], readonly [string, Icon]>> = {
  order: ['Order', OrdersIcon],
  return: ['Return', ReturnIcon],
  'purchase order': ['Purchase order', InboundIcon],
  'transfer order': ['Transfer order', InboundIcon],
  sku: ['SKU', BottleIcon],
  customer: ['Winery', WineryIcon],
  transaction: ['Request', TransactionsIcon],
};

/** Opens the page of a result, or the orders of its winery when the role may not open that page. */
function openResult(
  navigate: ReturnType<typeof useNavigate>,
  role: Role,
  { Kind, CustomerNo: customerNo, Id: reference }: Result,
): void {
  const params = { customerNo, reference };
  if (Kind === 'order') void navigate({ to: '/orders/$customerNo/$reference', params });
  else if (Kind === 'transaction') void navigate({ to: '/transactions/$customerNo/$reference', params });
  else if (Kind === 'return' && mayOpen('/returns', role))
    void navigate({ to: '/returns/$customerNo/$reference', params });
  else if (Kind === 'purchase order' && mayOpen('/inbound', role))
    void navigate({ to: '/purchase-orders/$customerNo/$reference', params });
  else if (Kind === 'transfer order' && mayOpen('/inbound', role))
    void navigate({ to: '/transfer-orders/$customerNo/$reference', params });
  else if (Kind === 'sku' && mayOpen('/skus', role))
    void navigate({ to: '/skus/$customerNo/$itemNo', params: { customerNo, itemNo: reference } });
  else if (Kind === 'customer' && mayOpen('/customers', role))
    void navigate({ to: '/customers/$customerNo', params: { customerNo } });
  else void navigate({ to: '/orders', search: { view: 'all', customers: customerNo } });
}

export function Finder({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  const navigate = useNavigate();
  const { Role } = useOperator();
  /** The floor does not see how a recipient is reached. */
  const findsContacts = Role !== 'floor';
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  /** Whether Enter was pressed before the results of the text were there. */
  const [isOpening, setIsOpening] = useState(false);
  const wanted = useDelayed(text.trim(), delayMs);
  const isLong = wanted.length >= minLength;
  const found = useOperation('/api/Search/Find', { Text: wanted, Top: 12 }, { isEnabled: isLong, keepsPrevious: true });
  const pages = pagesNamed(text, Role).slice(0, maxPages);
  const results = isLong ? (found.data?.Results ?? []) : [];
  const entries: readonly Entry[] = [
    ...pages.map(({ to, label, icon }) => ({
      key: to,
      label,
      detail: '',
      kind: 'Page',
      icon,
      open: () => void navigate({ to }),
    })),
    ...results.map((result) => ({
      key: `${result.Kind} ${result.CustomerNo} ${result.Id}`,
      label: result.Label,
      detail: result.Detail,
      kind: kinds[result.Kind][0],
      icon: kinds[result.Kind][1],
      open: () => openResult(navigate, Role, result),
    })),
  ];
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin at the first
  useEffect(() => setChosen(0), [wanted, pages.length]);
  // Pages are found at once; other results are those of an earlier text until the server has replied.
  const isFound =
    text.trim() === wanted &&
    (!isLong || found.error !== null || (found.data !== undefined && !found.isPlaceholderData));
  const isCurrent = isFound || chosen < pages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens what is found now
  useEffect(() => {
    if (!isOpening || !isFound) return;
    setIsOpening(false);
    if (entries[chosen] !== undefined) open(entries[chosen]);
  }, [isOpening, isFound]);

  const open = (entry: Entry): void => {
    onClose();
    entry.open();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) setChosen((chosen + step + entries.length) % entries.length);
    else if (event.key !== 'Enter') return;
    else if (!isCurrent) setIsOpening(true);
    else if (entries[chosen] !== undefined) open(entries[chosen]);
    event.preventDefault();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title="Find"
      withCloseButton={false}
      size={640}
      yOffset={80}
      centered={false}
      classNames={{ header: styles.header ?? '', body: styles.body ?? '' }}
    >
      <label className={styles.field}>
        <SearchIcon />
        <span className="visually-hidden">
          Find an order, name, {findsContacts && 'e-mail address, phone number, '}tracking number, SKU, RMA, purchase
          order, transfer order or page
        </span>
        <input
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder={`Order, name, ${findsContacts ? 'e-mail, phone, ' : ''}tracking, SKU, RMA, PO, page…`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIsOpening(false);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id={id} role="listbox" aria-label="Results" className={styles.results}>
        {entries.map((entry, at) => (
          <EntryRow
            key={entry.key}
            id={`${id}-${at}`}
            entry={entry}
            isChosen={at === chosen}
            onOpen={open}
            onPoint={() => setChosen(at)}
          />
        ))}
      </div>
      <p className={styles.note} aria-live="polite">
        {noteFor({
          isLong,
          isFetching: found.isFetching,
          error: found.error,
          count: entries.length,
          text: wanted,
          findsContacts,
        })}
      </p>
    </Modal>
  );
}

/** A line of the list: a page, or a match of the search. */
interface Entry {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: string;
  readonly icon: Icon;
  readonly open: () => void;
}

interface EntryRowProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onOpen: (entry: Entry) => void;
  readonly onPoint: () => void;
}

function EntryRow({ id, entry, isChosen, onOpen, onPoint }: EntryRowProps) {
  const { label, detail, kind, icon: KindIcon } = entry;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names this option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.result}
      onClick={() => onOpen(entry)}
      onMouseMove={onPoint}
    >
      <KindIcon size={16} />
      <span className={styles.label}>{label}</span>
      <span className={styles.detail}>{detail}</span>
      <span className={styles.kind}>{kind}</span>
    </div>
  );
}

interface NoteState {
  readonly isLong: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly count: number;
  readonly text: string;
  readonly findsContacts: boolean;
}

function noteFor({ isLong, isFetching, error, count, text, findsContacts }: NoteState): ReactNode {
  if (error) return describeError(error).title;
  if (count > 0) return '↑ ↓ choose, Enter opens, Esc closes';
  if (!isLong) {
    const byPhone = findsContacts ? ', phone numbers from their last seven digits' : '';
    return `Write at least two characters. Order numbers work without the winery’s prefix${byPhone}.`;
  }
  if (isFetching) return 'Searching…';
  return `Nothing found for “${text}”. ${adviceFor(text, findsContacts)}`;
}

/** What to try when nothing was found. Ten digits may be a phone number, or a mistyped number of an order. */
function adviceFor(text: string, findsContacts: boolean): string {
  const isNumber = /^\+?\d{7,15}$/.test(text.replaceAll(/[\s()./\p{Pd}]/gu, ''));
  if (!isNumber && !text.includes('@')) return 'Check the spelling, or try a part of it.';
  if (!findsContacts) {
    return isNumber
      ? 'Check the digits, or try the first or last of them. Your role does not find orders by phone number: try the recipient’s name.'
      : 'Your role does not find orders by e-mail address: try the recipient’s name.';
  }
  return isNumber
    ? 'No order, tracking or phone number has these digits. Check them, try the first or last of them, or the recipient’s name.'
    : 'No recipient’s e-mail address is this one or begins with it. Check the spelling, or try the recipient’s name.';
}

function useDelayed(value: string, ms: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return delayed;
}
