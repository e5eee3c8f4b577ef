import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import { OpenMatters } from '#kernel/open-matters.ts'
import { ApiError } from '../../api/api-error.ts'
import { PageLink } from '../../shell/routing/page-link.tsx'

interface Props {
  text: string
  /** The error as it came: one that names what is still open is shown with links to it. */
  error: unknown
  className?: string
}

/** A refusal where it was asked for, with what has to be settled first; a long form is scrolled to it. */
export function RefusalAlert({ text, error, className }: Props) {
  const open = error instanceof ApiError ? OpenMatters.safeParse(error.data).data?.open : undefined
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal is scrolled to as well
  useEffect(() => {
    // In braces: newer browsers answer with a promise, and what an effect returns is called when it ends.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={place}>
      <Alert type="error" showIcon role="alert" title={text} {...(className ? { className } : {})} {...(open ? { description: <Open open={open} /> } : {})} />
    </div>
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
