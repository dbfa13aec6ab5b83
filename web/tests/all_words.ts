// Tests speak of any page: they know all the words at once.
import '../src/words/en_analysis';
import '../src/words/en_rulebook';
