/** Runs the action of a dialog's button: one call at a time, whose error stays until the next call or a change of a field. */
import { useEffect, useState } from 'react';
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
  useEffect(() => forgetUnanswered, []);
  return {
    isRunning,
    error,
    forgetError: () => setError(undefined),
    run: async (act) => {
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
