/** What a dialog does on its button: one call at a time, whose error stays until the next. */
import { useEffect, useState } from 'react';
import { forgetUnanswered } from '../api/client.ts';

export interface Submission {
  readonly isRunning: boolean;
  /** Of the last run; undefined after one that succeeded. */
  readonly error: unknown;
  run(act: () => Promise<void>): Promise<void>;
}

export function useSubmission(): Submission {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => forgetUnanswered, []);
  return {
    isRunning,
    error,
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
