/** The status of a return in a word, and what happens next. */
import { StatusInWord, type StatusWords } from '../../design/status.tsx';

const words: StatusWords = {
  EXPECTED: ['Expected', 'neutral'],
  RECEIVED: ['Received', 'info'],
  INSPECTING: ['Inspecting', 'info'],
  'AWAITING DISPOSITION': ['To decide', 'warn'],
  CLOSED: ['Closed', 'good'],
};

/** The next step of a return in words, by its status. */
export const nextStepTexts: Readonly<Record<string, string>> = {
  EXPECTED: 'on its way; the warehouse receives it',
  RECEIVED: 'at the warehouse, to be inspected',
  INSPECTING: 'being inspected',
  'AWAITING DISPOSITION': 'inspected; it waits for a decision: to stock, to the winery, or to the recipient again',
};

export const ReturnStatus = ({ status }: { readonly status: string }) => <StatusInWord status={status} words={words} />;
