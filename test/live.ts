export interface EventStream {
  headers: Headers
  /** What has been told so far. */
  topics: (string | null)[]
  /** True when the server has ended it. */
  ended: boolean
  close(): void
}

/** Opens the stream of events as somebody, over a server that listens. */
export async function eventStream(address: string, headers: Record<string, string>): Promise<EventStream> {
  const abort = new AbortController()
  const response = await fetch(`${address}/api/live/v1/events`, { headers: { 'user-agent': 'test', ...headers }, signal: abort.signal })
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`)
  const stream: EventStream = { headers: response.headers, topics: [], ended: false, close: () => abort.abort() }
  void read(response.body, stream)
  return stream
}

async function read(body: ReadableStream<Uint8Array>, stream: EventStream): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const part of body) {
      text += decoder.decode(part, { stream: true })
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) stream.topics.push((JSON.parse(line.slice(6)) as { topic: string | null }).topic)
    }
  } catch {
    // closed by the test, or cut by the server
  }
  stream.ended = true
}
