import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import { OpenMatters } from '#kernel/open-matters.ts'
import { ApiError } from '../../api/api-error.ts'
import { PageLink } from '../../shell/routing/page-link.tsx'

interface Props {
  /** One a line. */
  texts: readonly string[]
  /** The error as it came: one that names what is still open is shown with links to it. */
  error: unknown
  className?: string
}

/** A refusal where it was asked for, with what has to be settled first; a long form is scrolled to it. */
export function RefusalAlert({ texts, error, className }: Props) {
  const open = error instanceof ApiError ? OpenMatters.safeParse(error.data).data?.open : undefined
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal is scrolled to as well
  useEffect(() => {
    // In braces: newer browsers answer with a promise, and what an effect returns is called when it ends.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [texts.join('\n')])
  return (
    <div ref={place}>
      <Alert
        type="error"
        showIcon
        role="alert"
        title={texts.length > 1 ? <Listed texts={texts} /> : texts[0]}
        {...(className ? { className } : {})}
        {...(open ? { description: <Open open={open} /> } : {})}
      />
    </div>
  )
}

function Listed({ texts }: Pick<Props, 'texts'>) {
  return (
    <ul className="bt-refusals">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Open({ open }: OpenMatters) {
  return (
    <ul>
      {open.map(({ title, code, path }) => (
        <li key={`${title} ${code}`}>
          {title}: {path === null ? <span className="bt-num">{code}</span> : <PageLink to={path}>{code}</PageLink>}
        </li>
      ))}
    </ul>
  )
}
