/**
 * States of a page without content: they say why it is empty and what to do next. An error may have a reference and a button to
 * try again.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { AlertIcon, RetryIcon } from './icons.tsx';
import styles from './states.module.css';

interface EmptyProps {
  /** The title, which says what is empty: `No orders are held`. */
  readonly title: string;
  /** Why, and what to do next. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyProps) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <p className="quiet">{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

export function ErrorState({ error, onRetry, children }: ErrorProps) {
  const { title, detail, reference, isLasting = false } = describeError(error);
  return (
    <div className={styles.state} role="alert">
      <span className={styles.alert}>
        <AlertIcon size={20} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className="quiet">{detail}</p>
      {reference !== undefined && (
        <p className={`quiet ${styles.reference}`}>
          Reference <span className="code">{reference}</span>
        </p>
      )}
      {children}
      {onRetry !== undefined && !isLasting && (
        <div className={styles.action}>
          <Button variant="default" leftSection={<RetryIcon size={16} />} onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** The properties of a query that its state is derived from. */
export interface ReadQuery {
  readonly data: unknown;
  /** The data are still those of the previous list. */
  readonly isPlaceholderData?: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface QueryStateProps {
  readonly query: ReadQuery;
  readonly children: ReactNode;
}

/**
 * Wraps the content of a query. An error replaces the content only if nothing was read before; otherwise the content stays
 * below a notice that it is old. What still is of the previous list turns pale when the next one takes a moment.
 */
export function QueryState({ query, children }: QueryStateProps) {
  const { data, error, isPlaceholderData = false } = query;
  const retry = (): void => void query.refetch();
  if (error != null && data === undefined) return <ErrorState error={error} onRetry={retry} />;
  return (
    <>
      {error != null && (
        <div className={styles.notice}>
          <output>
            This is not up to date: {describeError(error).title.replace(/^./, (letter) => letter.toLowerCase())}.
          </output>
          <Button variant="subtle" size="compact-sm" leftSection={<RetryIcon size={16} />} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <div className={styles.content} data-query data-previous={(isPlaceholderData && data !== undefined) || undefined}>
        {children}
      </div>
    </>
  );
}

interface ErrorDescription {
  readonly title: string;
  readonly detail: string;
  readonly reference?: string;
  /** It fails again whenever it is tried. */
  readonly isLasting?: boolean;
}

/** Whether the file of a page or dialog could not be loaded, in the words of Chromium, Firefox and Safari. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

/** Describes an error for a person: what happened and what to do. */
export function describeError(error: unknown): ErrorDescription {
  if (isLoadFailure(error)) {
    return {
      title: 'This page could not be loaded',
      detail: 'Check the network, then try again. After an upgrade, reload the page.',
    };
  }
  if (!(error instanceof ApiError)) {
    return {
      title: 'Something went wrong in this page',
      detail: 'Try again. If it happens again, tell your administrator.',
    };
  }
  const reference = error.reference === undefined ? {} : { reference: error.reference };
  if (error.status === 0) {
    return {
      title: 'The server cannot be reached',
      detail: 'Check the network. If you were changing something, look whether it was done before you try again.',
    };
  }
  // Of what the portal sends only the address of a page may have such a text.
  if (error.faults.length === 1 && error.message.endsWith(' must be a UUID')) {
    return {
      title: 'There is no page at this address',
      detail:
        'Its last part is not complete or was mistyped. Copy the whole link again, or find the record in its list.',
      isLasting: true,
    };
  }
  // Forbidden by a state, not by rights: it may be possible at another time.
  if (error.code === 'StateForbids') return { title: 'This is not possible now', detail: error.message, ...reference };
  if (error.status === 403) return { title: 'You may not do this', detail: error.message, ...reference };
  if (error.status === 404) return { title: 'Not found', detail: error.message, ...reference };
  if (error.status >= 500) {
    return {
      title: 'The server could not do this',
      // The message of `Unavailable` says what is missing or busy.
      detail:
        error.code === 'Unavailable'
          ? error.message
          : 'Try again in a moment. The reference helps to find the cause in the log.',
      ...reference,
    };
  }
  return { title: 'This is not possible', detail: error.message, ...reference };
}
