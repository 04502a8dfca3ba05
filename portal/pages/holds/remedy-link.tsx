/** A link to the page on which the cause of a hold is removed. Nothing for other holds, or for people who may not open that page. */
import { Link } from '@tanstack/react-router';
import { useOperator } from '../../api/session.ts';

interface RemedyLinkProps {
  readonly reason: string;
  /** The customer of the hold, by which the credit holds are filtered; without it all are shown. */
  readonly customerNo?: string;
}

export function RemedyLink({ reason, customerNo }: RemedyLinkProps) {
  const { Role } = useOperator();
  if (Role === 'floor') return null;
  if (reason === 'Weather') return <Link to="/rules">Weather windows</Link>;
  if (reason === 'License') {
    return (
      <Link to="/rules" search={{ view: 'licenses' }}>
        License rules
      </Link>
    );
  }
  if (reason === 'Credit') {
    return (
      <Link to="/rules" search={{ view: 'credit', ...(customerNo !== undefined && { text: customerNo }) }}>
        Credit holds
      </Link>
    );
  }
  return null;
}
