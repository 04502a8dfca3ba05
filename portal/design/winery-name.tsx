/** The name of a winery and, in quiet text, its number, by which wineries of one name differ. */
import styles from './winery-name.module.css';

interface WineryNameProps {
  readonly CustomerNo: string;
  /** `''`: unknown. */
  readonly CustomerName: string;
}

export function WineryName({ CustomerNo, CustomerName }: WineryNameProps) {
  if (CustomerName === '') return <span className="code">{CustomerNo}</span>;
  return (
    <span className={styles.winery} title={`${CustomerName} (${CustomerNo})`}>
      <span className={styles.name}>{CustomerName}</span>{' '}
      <span className={`code quiet ${styles.number}`}>{CustomerNo}</span>
    </span>
  );
}
