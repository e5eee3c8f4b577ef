import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks of IPv4 that are not the public internet (RFC 6890 and what has been added to it). */
const CLOSED_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Of the one part of IPv6 that is public, what leads elsewhere: Teredo and 6to4 carry any IPv4 address; documentation. */
const CLOSED_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, prefix] of CLOSED_V4) closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of CLOSED_V6) closed.addSubnet(network, prefix, 'ipv6')
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the public internet: nothing of one's own network, of this machine, or that is mapped to either. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** The refusal of an address that must not be called. */
export class ClosedAddress extends Error {}

/** The host of a URL, without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (address: string): boolean => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** This machine, by number or by a name that stands for nothing else. */
const isThisMachine = (host: string): boolean => (isIP(host) === 0 ? host === 'localhost' || host.endsWith('.localhost') : isLoopback(host))

/**
 * Throws ClosedAddress for an address without TLS, and for one that is not public and written as such; a name is looked at when it is looked up.
 * `thisMachineToo`, of a demo: programs on the same machine may be called as well, and without TLS. Other networks of one's own never are.
 */
export function assertOpenAddress(url: URL, thisMachineToo: boolean): void {
  const host = hostOf(url)
  if (thisMachineToo && isThisMachine(host)) return
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new ClosedAddress(host)
  if (url.protocol !== 'https:') throw new ClosedAddress(url.protocol)
}

/**
 * A look-up for the sockets themselves: what is checked is what is connected to, so that a name that answers differently the second time gains
 * nothing. A name with one closed address among its addresses is refused whole.
 */
export const guardedLookup =
  (thisMachineToo: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const refused = addresses.find(({ address }) => !isPublicAddress(address) && !(thisMachineToo && isLoopback(address)))
      const [first] = addresses
      if (refused || !first) return callback(new ClosedAddress(hostname), '')
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
