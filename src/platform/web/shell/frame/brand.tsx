/** The mark of the product: a letter on its way through a post (an envelope whose flap is an arrow). */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#FAAD14" />
      <path d="M7 11.5 16 18l9-6.5" fill="none" stroke="#1F1F1F" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M7 11.5V21a2 2 0 0 0 2 2h8.5" fill="none" stroke="#1F1F1F" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
      <path d="m21.5 19.5 3.5 3.5-3.5 3.5" fill="none" stroke="#1F1F1F" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** False where the server says that this is no demo; a page it has not written (development) may be one. */
export function mayBeDemo(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="demo"]')?.content !== 'no'
}

/** PRODUCT_TITLE of the server, written into the page by it; capitals as the product shows them. */
export function productTitle(): string {
  const title = document.querySelector<HTMLMetaElement>('meta[name="product-title"]')?.content
  return (title || 'BƯU TRẠM').toUpperCase()
}
