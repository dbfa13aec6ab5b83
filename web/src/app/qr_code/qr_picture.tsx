// Knows how a QR code is drawn: dark on light whatever the shade of the page, with the border that cameras want.
import '../../styles/qr_code.css';
import { qrCode } from './qr_code';

const border = 4;

export function QrPicture({ text, name }: { readonly text: string; readonly name: string }) {
  const rows = qrCode(text);
  if (rows === undefined) return null;
  const size = rows.length + 2 * border;
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + border} ${y + border}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
