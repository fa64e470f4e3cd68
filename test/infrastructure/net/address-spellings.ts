/** Parses a whitespace-separated list of addresses. */
const listed = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/);

/**
 * Addresses that no request of an untrusted party may reach, by the reason they are private; in the format of the
 * socket layer.
 */
export const PRIVATE_ADDRESSES: Readonly<Record<string, ReadonlyArray<string>>> = {
  'this host': listed(`0.0.0.0 0.0.0.1 0.255.255.255 ::`),
  loopback: listed(`127.0.0.1 127.0.0.2 127.1.2.3 127.127.127.127 127.255.255.255 ::1`),
  private: listed(`
    10.0.0.0 10.0.0.1 10.1.2.3 10.255.255.255 172.16.0.0 172.16.0.1 172.20.1.1 172.31.255.255
    192.168.0.0 192.168.0.1 192.168.1.1 192.168.255.255
  `),
  'carrier-grade NAT': listed(`100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255`),
  'link-local': listed(`169.254.0.0 169.254.0.1 169.254.255.255 fe80::1 fe80::1%eth0 febf::1`),
  'cloud metadata': listed(`
    169.254.169.254 169.254.170.2 169.254.170.23 169.254.0.23 192.0.0.192 168.63.129.16 fd00:ec2::254
    fd20:ce::254 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe
  `),
  'IETF protocol assignments': listed(`192.0.0.0 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.255`),
  documentation: listed(`
    192.0.2.0 192.0.2.1 198.51.100.0 198.51.100.7 203.0.113.0 203.0.113.255 2001:db8:: 2001:db8::1
    2001:db8:ffff::1 3fff::1 3fff:fff:ffff::1
  `),
  benchmarking: listed(`198.18.0.0 198.18.0.1 198.19.255.255 2001:2::1 2001:2:0:ffff::1`),
  'relay anycast': listed(`192.88.99.0 192.88.99.1 192.52.193.1 192.31.196.1 192.175.48.1`),
  multicast: listed(`224.0.0.0 224.0.0.1 239.255.255.250 239.255.255.255 ff02::1 ff05::2 ffff::1`),
  'reserved and broadcast': listed(`240.0.0.0 240.0.0.1 250.1.2.3 255.255.255.254 255.255.255.255`),
  'IPv4-mapped': listed(`
    ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:7f00:1 0000:0000:0000:0000:0000:ffff:7f00:0001
    ::FFFF:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a00:1 ::ffff:192.168.1.1 ::ffff:c0a8:101 ::ffff:0.0.0.0
    ::ffff:0:0 ::ffff:172.16.0.1 ::ffff:100.64.0.1 ::ffff:224.0.0.1
  `),
  'IPv4-compatible': listed(`
    ::127.0.0.1 ::7f00:1 0:0:0:0:0:0:7f00:1 ::10.0.0.1 ::a00:1 ::169.254.169.254 ::a9fe:a9fe
    ::192.168.0.1 ::8.8.8.8 ::2 ::ffff
  `),
  'IPv4-translated': listed(`::ffff:0:127.0.0.1 ::ffff:0:7f00:1 ::ffff:0:169.254.169.254`),
  NAT64: listed(`
    64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::a9fe:a9fe
    64:ff9b::8.8.8.8 64:ff9b:1::1 64:ff9b:1:7f00:: 64:ff9b:1:a9fe:a9:fe00::
  `),
  '6to4': listed(`
    2002::1 2002:7f00:1:: 2002:7f00:1::1 2002:a00:1::1 2002:a9fe:a9fe::1 2002:c0a8:101::1
  `),
  'Teredo and its neighbours': listed(`
    2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:0:0:0:0:0:80ff:fefe 2001:3::1 2001:4:112::1
    2001:10::1 2001:1f::1 2001:20::1 2001:2f::1 2001:30::1 2001:1ff::1
  `),
  'unique local': listed(`fc00:: fc00::1 fd00::1 fd12:3456:789a::1 fdff:ffff::1`),
  'site local': listed(`fec0::1 feff::1`),
  'discard, segment routing': listed(`100:: 100::1 100:0:0:1::1 5f00::1`),
  'not assigned for the internet': listed(`
    1::1 200::1 400::1 1000::1 1fff::1 4000::1 6000::1 8000::1 a000::1 c000::1 e000::1 f000::1 f800::1
    fe00::1 2620:4f:8000::1
  `),
};

/** Addresses of well-known public servers, and addresses adjacent to private ranges. */
export const PUBLIC_ADDRESSES = listed(`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255
  128.0.0.0 140.82.121.3 168.63.129.15 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255
  ::ffff:8.8.8.8 ::ffff:808:808 2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111
  2a00:1450:4001:80b::200e 2003::1
`);

/** Hosts of URLs that are unusual spellings of this machine's own address. */
export const LOOPBACK_HOSTS = listed(`
  localhost LOCALHOST localhost. LocalHost 127.0.0.1 127.0.0.1. 127.1 127.0.1 2130706433 0x7f000001
  0x7F.0x0.0x0.0x1 0x7f.1 017700000001 0177.0.0.1 0177.1 00000177.0.0.01 0x7f.0.0x0.1 127.0.0x1
  127.0.0.01 127.0.0.0x1 0 0.0.0.0 0x0 00 127.255.255.254 127.127.127.127 １２７.０.０.１ ①②⑦.⓪.⓪.①
  127。0。0。1 127%2e0%2e0%2e1 %31%32%37.0.0.1 ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ loc\u00adalhost [::1] [::]
  [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1]
  [::127.0.0.1] [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [::ffff:0:127.0.0.1]
`);
