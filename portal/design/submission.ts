/** Runs the actions of buttons; callers disable the button while one runs. The keyboard continues where the action began. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openIdempotencyKeyScope } from '../api/client.ts';

interface Action {
  readonly isRunning: boolean;
  run(act: () => Promise<void>): Promise<void>;
}

/** Runs the action of a button outside of dialogs, which handles its errors itself. */
export function useAction(): Action {
  const [isRunning, setIsRunning] = useState(false);
  const begunAt = useRef<Element>(null);
  // The button is disabled while the action runs, and loses the focus.
  useLayoutEffect(() => {
    if (!isRunning && isNothingFocused() && begunAt.current instanceof HTMLElement) begunAt.current.focus();
  }, [isRunning]);
  return {
    isRunning,
    run: async (act) => {
      begunAt.current = document.activeElement;
      setIsRunning(true);
      try {
        await act();
      } finally {
        setIsRunning(false);
      }
    },
  };
}

interface Submission extends Action {
  /** The error of the last run; undefined after a successful run, during a run, and after `forgetError`. */
  readonly error: unknown;
  /** Clears the error. Called when a field changes, because the error was about the earlier value. */
  forgetError(): void;
}

/**
 * Runs the action of a dialog's button; `run` never rejects. The error stays until the next run or `forgetError`, which the dialog calls
 * when a field changes. When the dialog closes, the idempotency keys of its requests that got no reply are forgotten.
 */
export function useSubmission(): Submission {
  const { isRunning, run } = useAction();
  const [error, setError] = useState<unknown>();
  useEffect(openIdempotencyKeyScope, []);
  return {
    isRunning,
    error,
    forgetError: () => setError(undefined),
    run: async (act) => {
      setError(undefined);
      await run(async () => {
        try {
          await act();
        } catch (failure) {
          setError(failure);
        }
      });
    },
  };
}

/** Whether the keyboard is on nothing, as after the focused element was disabled or removed. */
export const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
