import { useState } from 'react'
import { useShellText } from '../../i18n.ts'

/** Copies a code, or what is called by a name of its own; says so for a moment. */
export function CopyButton({ text, name = text }: { text: string; name?: string }) {
  const t = useShellText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  const label = copied ? t('common.copied') : `${t('common.copy')} ${name}`
  return (
    <button
      type="button"
      className="bt-copy"
      aria-label={label}
      title={copied || name !== text ? label : t('common.copy')}
      onClick={() => void copy().catch(() => undefined)}
    >
      <svg viewBox="0 0 16 16" width="13" height="13" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
        {copied ? <path d="m3 8.5 3.2 3.2L13 5" /> : <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" strokeLinejoin="round" />}
      </svg>
    </button>
  )
}
