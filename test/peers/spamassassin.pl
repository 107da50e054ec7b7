# Reads messages from standard input, each after a line with its length in octets, and prints a line of JSON for each:
# {"points": 0.1, "rules": ["DKIM_SIGNED"]}. By the rules of SpamAssassin alone: it asks nobody.
use strict;
use warnings;
use JSON::PP;
use Mail::SpamAssassin;

binmode STDIN;
$| = 1;
my $assassin = Mail::SpamAssassin->new({ local_tests_only => 1, dont_copy_prefs => 1, userprefs_filename => '/dev/null' });
$assassin->compile_now(0);

while (defined(my $length = <STDIN>)) {
  read(STDIN, my $raw, $length) == $length or die "a message ended early\n";
  my $message = $assassin->parse($raw);
  my $status = $assassin->check($message);
  print encode_json({ points => $status->get_score() + 0, rules => [split /,/, $status->get_names_of_tests_hit()] }), "\n";
  $status->finish();
  $message->finish();
}
