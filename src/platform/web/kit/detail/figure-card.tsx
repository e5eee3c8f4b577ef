import type { ReactNode } from 'react'
import { type Language, LOCALES } from '#kernel/language.ts'
import { PageLink } from '../../shell/routing/page-link.tsx'
import './figure-card.css'

interface FigureProps {
  /** Address of the list of what it counts; undefined where there is none for this reader. */
  to: string | undefined
  label?: string
  children: ReactNode
}

/** A figure that leads to what it counts. */
export function Figure({ to, label, children }: FigureProps) {
  return to ? (
    <PageLink to={to} aria-label={label}>
      {children}
    </PageLink>
  ) : (
    children
  )
}

interface CardProps {
  title: string
  value: string
  to: string | undefined
  note: ReactNode
  tone?: string | undefined
}

/** A figure of a dashboard with its title over it and what there is to say of it below. */
export function Card({ title, value, to, note, tone }: CardProps) {
  return (
    <article className={`bt-card${tone ? ` bt-tone-${tone}` : ''}`}>
      <h3>{title}</h3>
      <p className="bt-num">
        <Figure to={to} label={`${title}: ${value}`}>
          {value}
        </Figure>
      </p>
      <div>{note}</div>
    </article>
  )
}

/** A share or a change in percent, to one decimal. */
export const showPercent = (value: number, language: Language, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
  `${value.toLocaleString(LOCALES[language], { maximumFractionDigits: 1, signDisplay })}%`
