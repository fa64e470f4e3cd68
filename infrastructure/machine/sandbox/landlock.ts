import { resolve } from 'node:path';
import { type FileView, systemView, visibleFiles } from './file-view.js';

/** Devices that most programs need. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];

/**
 * Restricts itself with Landlock (Linux ≥ 5.13), then executes the program. Only the named files are accessible; as far
 * as the kernel supports it, there is no TCP, no signalling of other processes and no device control. The script is
 * this constant. Paths and program are its arguments, in lists that end with "--": readable, devices, writable. Perl is
 * used because it is part of every Debian system and can make these system calls.
 */
const RESTRICT_AND_RUN = String.raw`
use strict;
use Fcntl;
sub list { my @list; while (defined(my $word = shift @ARGV)) { return @list if $word eq '--'; push @list, $word } die 'list without end' }
my @reads = list(); my @devices = list(); my @writes = list();
my ($execute, $write, $read, $read_dir) = (1, 2, 4, 8);
my $abi = syscall(444, 0, 0, 1);
die "Landlock: $!" if $abi < 1;
my $all = $abi >= 5 ? 0xffff : $abi >= 3 ? 0x7fff : $abi >= 2 ? 0x3fff : 0x1fff;
my $attributes = pack('Q', $all);
$attributes .= pack('Q', 3) if $abi >= 4;
$attributes .= pack('Q', 3) if $abi >= 6;
my $ruleset = syscall(444, $attributes, length $attributes, 0);
die "Landlock: $!" if $ruleset < 0;
sub allow {
  my ($path, $rights) = @_;
  sysopen(my $file, $path, 010000000) or die "$path: $!";
  my $rule = pack('Ql', $rights & $all, fileno $file);
  syscall(445, $ruleset, 1, $rule, 0) == 0 or die "Landlock, $path: $!";
}
allow($_, -d $_ ? $execute | $read | $read_dir : $execute | $read) for @reads;
allow($_, $write | $read) for @devices;
allow($_, $write | $read | $read_dir | 0x61b0) for @writes;
syscall(446, $ruleset, 0) == 0 or die "Landlock: $!";
exec { $ARGV[0] } @ARGV;
die "$ARGV[0]: $!";
`;

/** The command that restricts a program to a view of the files. The program and its arguments follow. */
export const landlocked = (perl: string, view: FileView, program: string): ReadonlyArray<string> => [
  perl,
  '-e',
  RESTRICT_AND_RUN,
  ...systemView().files,
  ...visibleFiles(view, program).map(({ source }) => source),
  '--',
  ...DEVICES,
  ...(view.devices ?? []),
  '--',
  ...(view.writes === undefined ? [] : [resolve(view.writes)]),
  '--',
];
