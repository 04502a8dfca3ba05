/** The name and the address of a recipient, line by line. */
import styles from './postal-address.module.css';

interface PostalAddressProps {
  readonly name: string;
  readonly lines: readonly string[];
}

export function PostalAddress({ name, lines }: PostalAddressProps) {
  return (
    <address className={styles.address}>
      <strong>{name}</strong>
      {lines.map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, such as company and street
        <span key={nth}>{line}</span>
      ))}
    </address>
  );
}
