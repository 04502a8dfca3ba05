/** What a dialog does on its button: one call at a time, whose error stays until the next, or until a field changes. */
import { useEffect, useState } from 'react';
import { forgetUnanswered } from '../api/client.ts';

export interface Submission {
  readonly isRunning: boolean;
  /** Of the last run; undefined after one that succeeded. */
  readonly error: unknown;
  run(act: () => Promise<void>): Promise<void>;
  /** When a field changes: the error was about what it had. */
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
