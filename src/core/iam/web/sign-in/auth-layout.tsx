import { type ReactNode, useEffect } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { BrandMark, productTitle } from '#platform/web/shell/frame/brand.tsx'
import { LanguageSelect } from '#platform/web/shell/look/language-select.tsx'
import './sign-in.css'
import { words } from './words.ts'

/** Lines of the post: straight routes that meet at offices. Drawn, not photographed. */
function Routes() {
  const offices = [
    [96, 128],
    [288, 64],
    [288, 256],
    [480, 192],
    [192, 416],
    [416, 416],
    [544, 544],
    [96, 608],
    [320, 672],
  ] as const
  return (
    <svg className="bt-signin-routes" viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <path d="M-20 128H96L160 64H288M288 64 480 192H660M96 128 192 416M288 256 480 192M192 416H416M416 416 544 544H660M192 416 96 608M96 608-20 660M96 608 320 672M320 672 544 544M320 672V820M288 256 192 416M288 64V-20M416 416 480 192" />
      {offices.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="5" />
      ))}
    </svg>
  )
}

/** The frame of every page before the sign-in: brand on the left, one thing to do on the right. */
export function AuthLayout({ title, lead, children }: { title: string; lead?: string | undefined; children: ReactNode }) {
  const labels = useLabels(words)
  useEffect(() => {
    document.title = `${title} - ${productTitle()}`
  }, [title])
  return (
    <div className="bt-signin">
      <aside>
        <Routes />
        <div className="bt-signin-brand">
          <BrandMark size={56} />
          <strong>{productTitle()}</strong>
          <p>{labels.text('claim')}</p>
        </div>
      </aside>
      <main>
        <div className="bt-signin-language">
          <LanguageSelect />
        </div>
        <div className="bt-signin-form">
          <h1>{title}</h1>
          {lead && <p className="bt-signin-lead">{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  )
}

/** The refusal, where screen readers read it aloud too. */
export function Refusal({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p role="alert" tabIndex={-1} className="bt-signin-refusal">
      {text}
    </p>
  )
}

/** What was done. */
export function Notice({ text }: { text: string }) {
  return (
    <p role="status" className="bt-signin-notice">
      {text}
    </p>
  )
}
