// Tests speak of any page: they know all the words at once.
import '../src/messages/en_analysis';
import '../src/messages/en_collections';
import '../src/messages/en_downloads';
import '../src/messages/en_rulebook';
import '../src/messages/en_new_game';
import '../src/messages/en_people';
import '../src/messages/en_puzzles';
import '../src/messages/en_reasons';
import '../src/messages/en_settings';
