/**
 * Runs the action of a dialog's button: one call at a time, whose error stays until the next call or a change of a field. The keyboard continues where the
 * action began.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { forgetUnanswered } from '../api/client.ts';

export interface Submission {
  readonly isRunning: boolean;
  /** The error of the last run; undefined after a successful run. */
  readonly error: unknown;
  run(act: () => Promise<void>): Promise<void>;
  /** Clears the error. Called when a field changes, because the error was about the earlier value. */
  forgetError(): void;
}

export function useSubmission(): Submission {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const begunAt = useRef<Element>(null);
  useEffect(() => forgetUnanswered, []);
  // Its button is disabled while the action runs, and loses the focus.
  useLayoutEffect(() => {
    if (!isRunning && isNothingFocused() && begunAt.current instanceof HTMLElement) begunAt.current.focus();
  }, [isRunning]);
  return {
    isRunning,
    error,
    forgetError: () => setError(undefined),
    run: async (act) => {
      begunAt.current = document.activeElement;
      setIsRunning(true);
      setError(undefined);
      try {
        await act();
      } catch (failure) {
        setError(failure);
      } finally {
        setIsRunning(false);
      }
    },
  };
}

const isNothingFocused = (): boolean => document.activeElement === null || document.activeElement === document.body;
