/** What was sent or answered, as it was written; it scrolls by the keyboard as well. `label`: what it is. */
export function ExchangeText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled with the keyboard as well
    <section className="exchange-text" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  )
}
